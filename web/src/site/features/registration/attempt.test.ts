import { beforeEach, describe, expect, it } from 'vitest';
import { event } from '@/content/event';
import { allColleges, oneCollege } from '@/testing/server';
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { attemptFor, attemptStore, ordersBefore } from './attempt';
import { draftStore } from './draft';
import { forgetRegistration } from './forget';
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
    terms_version: event.termsVersion,
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

it('says of an order that is sent again what it is for now, under its key', () => {
  const first = { ...attemptFor(order, summary), orderId: 'order_1' };
  attemptStore.set(first);
  const moved = { ...summary, whenAndWhere: 'Sunday, 1 June, 10 AM, Hall 1' };
  expect(attemptFor({ ...order }, moved)).toEqual({ ...first, summary: moved });
  expect(attemptStore.get()).toEqual({ ...first, summary: moved });
});

describe('what a corrected form asks for in place of', () => {
  const exam = { ...order, type: 'specificCollege', collegeId: 'col-a', course_category: 'exam-a2' } as const;
  const corrected = { ...exam, customer_email: 'asha.rao@example.com' };

  it('is what was sent before for the same exam, also when no answer came', () => {
    const { key } = attemptFor(exam, summary);
    expect(attemptFor(corrected, summary).replaces).toBe(key);
  });

  it('is the newest order, and behind a refusal the one before that', () => {
    const first = attemptFor(exam, summary);
    attemptStore.set({ ...first, orderId: 'order_1' });
    const second = attemptFor(corrected, summary);
    expect(second.replaces).toBe(first.key);
    expect(attemptFor({ ...corrected, customer_name: 'Asha R' }, summary).replaces).toBe(first.key);
    attemptStore.set({ ...second, orderId: 'order_2' });
    expect(attemptFor(exam, summary).replaces).toBe(second.key);
  });

  it('is nothing for the next child, who has another name and another address', () => {
    const { key } = attemptFor(exam, summary);
    attemptFor({ ...corrected, customer_name: 'Binu' }, summary);
    expect(attemptStore.get()?.key).not.toBe(key);
    expect(attemptStore.get()).not.toHaveProperty('replaces');
  });

  it('is nothing for another exam, or for all of them', () => {
    attemptFor(exam, summary);
    expect(attemptFor({ ...corrected, course_category: 'exam-a1' }, summary).replaces).toBeUndefined();
    attemptFor(order, summary);
    expect(attemptFor({ ...order, customer_phone: '9876543211' }, summary).replaces).toBeUndefined();
  });
});

describe('the orders before', () => {
  const open = (orderId: string) => {
    const attempt = { ...attemptFor(order, summary), orderId };
    attemptStore.set(attempt);
    return attempt;
  };

  it('are known to the next attempt of the same person for the same choice', () => {
    open('order_1');
    expect(attemptFor({ ...order, customer_phone: '9876543211' }, summary).earlier).toEqual(['order_1']);
  });

  it('are not those of another person, or of another choice', () => {
    open('order_1');
    expect(attemptFor({ ...order, customer_email: 'b@example.com' }, summary).earlier).toBeUndefined();
    open('order_1');
    expect(attemptFor({ ...order, packageId: 'pkg-one' }, summary).earlier).toBeUndefined();
  });

  it('count each order once, also one that is opened again', () => {
    const attempt = open('order_1');
    expect(ordersBefore(attempt, 'order_1')).toBeUndefined();
    expect(ordersBefore(attempt, 'order_2')).toEqual({ earlier: ['order_1'] });
    expect(ordersBefore({ ...attempt, orderId: 'order_2', earlier: ['order_1'] }, 'order_3')).toEqual({
      earlier: ['order_1', 'order_2'],
    });
  });

  it('are all that is kept of a registration that is paid, where there were several', () => {
    attemptStore.set({ ...open('order_2'), earlier: ['order_1'] });
    forgetRegistration('order_2');
    expect(siblingOrders.get()).toEqual(['order_1', 'order_2']);
    expect(attemptStore.get()).toBeNull();
    expect(Object.values(sessionStorage).join()).not.toContain('asha@example.com');
  });

  it('are all that is kept, too, where one of them is paid, and the newest was perhaps never made', () => {
    attemptStore.set({ ...open('order_3'), earlier: ['order_1', 'order_2'] });
    forgetRegistration('order_1');
    expect(siblingOrders.get()).toEqual(['order_1', 'order_2', 'order_3']);
    attemptStore.set({ ...attemptFor(order, summary), earlier: ['order_2'] });
    forgetRegistration('order_2');
    expect(siblingOrders.get()).toEqual(['order_2']);
    expect(attemptStore.get()).toBeNull();
  });
});

describe('the payment of another order', () => {
  it('takes nothing from a registration that is under way in this tab', () => {
    const sent = attemptFor(order, summary);
    const attempt = { ...sent, orderId: 'order_2' };
    attemptStore.set(attempt);
    draftStore.set(draft);
    forgetRegistration('order_1');
    expect(attemptStore.get()).toEqual(attempt);
    expect(draftStore.get().email).toBe(draft.email);
    // Nor from one whose order is not known yet.
    attemptStore.set(sent);
    forgetRegistration('order_1');
    expect(attemptStore.get()).toEqual(sent);
  });

  it('takes nothing of what was typed here since, where nothing is under way in this tab any more', () => {
    draftStore.set(draft);
    forgetRegistration('order_1');
    expect(draftStore.get()).toEqual(draft);
  });
});

describe('the payment of what was sent from here', () => {
  beforeEach(() => {
    attemptStore.set({ ...attemptFor(order, summary), orderId: 'order_1' });
  });

  it('forgets what was typed for it, as it was typed, with another choice and phone', () => {
    draftStore.set({ ...draft, email: ' <asha@example.com>', phone: '9876543211', packageId: 'pkg-one' });
    forgetRegistration('order_1');
    expect(draftStore.get()).toEqual(emptyDraft);
    expect(attemptStore.get()).toBeNull();
  });

  it.each([
    ['name', { ...draft, name: 'Binu' }],
    ['address', { ...draft, email: 'binu@example.com' }],
  ])('leaves what is typed for the next child, with another %s', (_, next) => {
    draftStore.set(next);
    forgetRegistration('order_1');
    expect(draftStore.get()).toEqual(next);
    expect(attemptStore.get()).toBeNull();
  });
});

it('takes a new key when any field changes', () => {
  const { key } = attemptFor(order, summary);
  expect(attemptFor({ ...order, customer_phone: '9876543211' }, summary).key).not.toBe(key);
  expect(attemptFor({ ...order, order_amount: 1900 }, summary).key).not.toBe(key);
});
