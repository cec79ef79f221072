import { afterEach, expect, it } from 'vitest';
import { markSteps } from './markSteps';

/** The steps of days, and what each is at a moment. */
function stepsAt(days: readonly string[], moment: string) {
  document.body.innerHTML = days.map((day) => `<li data-until="${day}"></li>`).join('');
  markSteps(Date.parse(moment));
  return [...document.querySelectorAll<HTMLElement>('li')].map(({ dataset }) => dataset.step);
}

const days = ['2025-05-26', '2025-05-29', '2025-06-01'];

afterEach(() => {
  document.body.innerHTML = '';
});

it('marks what is over by the day in India, and what comes next', () => {
  // The last minute of 26 May in India, and the first of 27 May.
  expect(stepsAt(days, '2025-05-26T18:29:59Z')).toEqual(['next', '', '']);
  expect(stepsAt(days, '2025-05-26T18:30:00Z')).toEqual(['done', 'next', '']);
  expect(stepsAt(days, '2025-05-30T00:00:00Z')).toEqual(['done', 'done', 'next']);
  expect(stepsAt(days, '2025-06-02T00:00:00Z')).toEqual(['done', 'done', 'done']);
});

it('takes no step for done before those that come before it', () => {
  const early = [...days, '2025-05-03'];
  expect(stepsAt(early, '2025-05-20T00:00:00Z')).toEqual(['next', '', '', '']);
  expect(stepsAt(early, '2025-06-02T00:00:00Z')).toEqual(['done', 'done', 'done', 'done']);
});
