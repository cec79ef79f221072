import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Package } from '@/lib/api/types';
import { useCatalogueFacts } from '@/lib/catalogue/facts';
import { overlapping } from '@/testing/server';
import { Schedule } from './Schedule';

function Programme({ list }: { list?: readonly Package[] }) {
  useCatalogueFacts(list);
  return <Schedule />;
}

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

it('has the hours of the exams of each day from the catalogue, and closes after them', () => {
  render(
    <Programme
      list={catalogue(
        ['2025-06-01', '17:00', '17:45'],
        ['2025-06-01', '09:30', '10:15'],
        ['2025-05-31', '10:00', '16:45'],
      )}
    />,
  );
  expect(linesOf('Saturday, 31 May')).toContain('10 AM–4:45 PMScholarship exams, hall by hall');
  expect(linesOf('Sunday, 1 June')).toContain('9:30 AM–5:45 PMScholarship exams, hall by hall');
  expect(linesOf('Sunday, 1 June')).toContain('After the examsThe expo closes');
});

it('states no hours that the catalogue does not have', () => {
  render(<Programme list={catalogue(['2025-05-31', '', ''])} />);
  expect(linesOf('Saturday, 31 May')).toContain('To be announcedScholarship exams, hall by hall');
  expect(linesOf('Sunday, 1 June')).toContain('To be announcedScholarship exams, hall by hall');
});

it('states none before the catalogue has come', () => {
  render(<Programme />);
  expect(linesOf('Sunday, 1 June')).toContain('All dayScholarship exams, hall by hall');
});
