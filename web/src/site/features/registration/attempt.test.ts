import { expect, it } from 'vitest';
import { allColleges, oneCollege } from '@/testing/server';
import { attemptFor } from './attempt';
import { emptyDraft } from '@/lib/registration/draft';
import { toOrder, toSummary } from './order';

const draft = { ...emptyDraft, name: ' Asha ', email: ' asha@example.com ', phone: '9876543210' };
const order = toOrder(draft, { package: allColleges });
const summary = toSummary({ package: allColleges });

it('asks for all colleges without a college and a course', () => {
  expect(order).toEqual({
    customer_name: 'Asha',
    customer_email: 'asha@example.com',
    customer_phone: '9876543210',
    order_amount: 1850,
    order_currency: 'INR',
    exam_preference: 'Offline',
    payment_mode: 'online',
    packageId: 'pkg-all',
    type: 'allColleges',
  });
});

it('asks for one college with the college, the course and the alternate phone', () => {
  const college = oneCollege.collegeList[0];
  const course = college?.courseList[1];
  expect(
    toOrder({ ...draft, altPhone: '6123456789' }, { package: oneCollege, college, course }),
  ).toMatchObject({
    type: 'specificCollege',
    collegeId: 'col-a',
    course_category: 'exam-a2',
    secondary_phone: '6123456789',
    order_amount: 1000,
  });
});

it('keeps the key while the order stays the same, also after a reload', () => {
  expect(attemptFor(order, summary).key).toBe(attemptFor({ ...order }, summary).key);
});

it('takes a new key when any field changes', () => {
  const { key } = attemptFor(order, summary);
  expect(attemptFor({ ...order, customer_phone: '9876543211' }, summary).key).not.toBe(key);
  expect(attemptFor({ ...order, order_amount: 1900 }, summary).key).not.toBe(key);
});
