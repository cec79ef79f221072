import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import type { Package } from '@/lib/api/types';
import { longDay } from '@/lib/examTime';
import { useCatalogueFacts } from '@/lib/catalogue/facts';
import { overlapping } from '@/testing/server';
import { Schedule } from './Schedule';

function Programme({ list }: { list?: readonly Package[] }) {
  useCatalogueFacts(list);
  return <Schedule />;
}

const [first = '', last = ''] = [event.dayDates[0], event.dayDates.at(-1)];
const exams = landing.days.at(-1)?.items.find(({ time }) => !time)?.text ?? '';
const [college] = overlapping.collegeList;
const [course] = college?.courseList ?? [];
if (!college || !course) throw new Error('the sample has no course');
const catalogue = (...exams: [date: string, timeStart: string, timeEnd: string][]): Package[] => [
  {
    ...overlapping,
    collegeList: [
      {
        ...college,
        courseList: exams.map(([date, timeStart, timeEnd]) => ({ ...course, date, timeStart, timeEnd })),
      },
    ],
  },
];

const linesOf = (day: string) =>
  [...(screen.getByRole('heading', { name: day }).parentElement?.querySelectorAll('dl > div') ?? [])].map(
    ({ textContent }) => textContent,
  );

it('has the hours of the exams of each day from the catalogue', () => {
  render(
    <Programme
      list={catalogue([last, '17:00', '17:45'], [last, '09:30', '10:15'], [first, '10:00', '16:45'])}
    />,
  );
  expect(linesOf(longDay(first))).toContain(`10 AM–4:45 PM${exams}`);
  expect(linesOf(longDay(last))).toContain(`9:30 AM–5:45 PM${exams}`);
});

it('states no hours that the catalogue does not have', () => {
  render(<Programme list={catalogue([first, '', ''])} />);
  expect(linesOf(longDay(first))).toContain(`To be announced${exams}`);
  expect(linesOf(longDay(last))).toContain(`To be announced${exams}`);
});

it('states none before the catalogue has come', () => {
  render(<Programme />);
  expect(linesOf(longDay(last))).toContain(`All day${exams}`);
});
