import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PackagesContext, type Packages } from '@/lib/catalogue/packages';
import { controlTime } from '@/testing/render';
import { oneCollege } from '@/testing/server';
import type { Attempt } from './attemptRecord';
import { GoneMeanwhile } from './GoneMeanwhile';

const soldOut = {
  ...oneCollege,
  collegeList: oneCollege.collegeList.map((college) => ({
    ...college,
    courseList: college.courseList.map((exam) => ({ ...exam, sold_out: true })),
  })),
};

const retry = vi.fn();
beforeEach(() => {
  retry.mockClear();
});

function open(attempt: Partial<Attempt>, looks = true) {
  const packages = { list: [soldOut], retry } as unknown as Packages;
  const whole = { key: 'key', order: { course_category: 'exam-a2' }, ...attempt } as Attempt;
  render(
    <PackagesContext value={packages}>
      <GoneMeanwhile attempt={whole} looks={looks} />
    </PackagesContext>,
  );
}
const isSaid = () => screen.queryByText(/^No place of BBA is left/) !== null;

it.each([
  ['says that the exam is sold out', {}, true],
  ['says it, too, of what was corrected in the line, where no order was made', { replaces: 'key' }, true],
  [
    'does not where an earlier order of the same registration may hold its last place',
    { replaces: 'key-before' },
    false,
  ],
  ['does not where its own order may hold that', { orderId: 'order_1' }, false],
])('%s', (_, attempt, expected) => {
  open(attempt);
  expect(isSaid()).toBe(expected);
});

it.each([
  ['looks again once a minute', {}, true, 1],
  ['does not where there is nothing to say', { orderId: 'order_1' }, true, 0],
  ['does not for a package of all exams', { order: {} as Attempt['order'] }, true, 0],
  ['does not where another card of the page does', {}, false, 0],
])('%s', async (_, attempt, looks, times) => {
  const advance = controlTime();
  open(attempt, looks);
  await advance(61_000);
  expect(retry).toHaveBeenCalledTimes(times);
});
