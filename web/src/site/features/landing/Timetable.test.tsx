import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { PackagesContext, type Packages } from '@/lib/catalogue/packages';
import { allColleges, overlapping } from '@/testing/server';
import { Timetable } from './Timetable';

const show = (packages: Partial<Packages>, isWide = false) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: isWide, media }) as unknown as MediaQueryList,
  );
  const retry = vi.fn();
  const all: Packages = {
    list: undefined,
    hasFailed: false,
    reference: undefined,
    retry,
    correctPrice: vi.fn(),
    ...packages,
  };
  render(
    <MemoryRouter>
      <PackagesContext value={all}>
        <Timetable />
      </PackagesContext>
    </MemoryRouter>,
  );
  return { retry };
};

const catalogue = [allColleges, overlapping, { ...overlapping, _id: 'pkg-two' }];

it('lists on a wide screen the exams of each day in a table, once each', () => {
  show({ list: catalogue }, true);
  const rows = (day: string) =>
    within(screen.getByRole('table', { name: day }))
      .getAllByRole('row')
      .map((row) => within(row).queryAllByRole('cell').concat(within(row).queryAllByRole('rowheader')))
      .map((cells) => cells.map(({ textContent }) => textContent));
  expect(rows('Saturday, 31 May').slice(1)).toEqual([
    [
      '10–11:30 AM',
      'Periyar Institute',
      'Hall 1',
      'Choose exam B.Tech, Periyar Institute',
      'B.TechOverlaps with BCA',
    ],
    [
      '11 AM–12 PM',
      'Vembanad College',
      'To be announced',
      'Choose exam BCA, Vembanad College',
      'BCAOverlaps with B.Tech',
    ],
  ]);
  expect(rows('Sunday, 1 June').slice(1)).toEqual([
    ['12–1 PM', 'Periyar Institute', 'Hall 2', 'Choose exam BBA, Periyar Institute', 'BBA'],
  ]);
  expect(screen.getByText('2 exams overlap.').parentElement).toHaveTextContent(
    'You can sit up to 2 of the 3.',
  );
});

it('lists them on a phone one below the other, with the same words', () => {
  show({ list: catalogue });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const [first] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent(
    '10–11:30 AM, Hall 1B.TechPeriyar InstituteOverlaps with BCAChoose exam B.Tech, Periyar Institute',
  );
  expect(within(first ?? document.body).getByRole('link')).toHaveAttribute(
    'href',
    '/?college=Periyar+Institute&course=B.Tech#register',
  );
});

it('says what is not known yet', () => {
  const [college] = overlapping.collegeList;
  const [course] = college?.courseList ?? [];
  if (!college || !course) throw new Error('the sample has no course');
  const unknown = { ...course, date: '', timeStart: '', timeEnd: '', venue: '' };
  show({ list: [{ ...overlapping, collegeList: [{ ...college, courseList: [unknown] }] }] });
  expect(screen.getByRole('heading', { level: 3, name: 'Time to be announced' })).toBeVisible();
  expect(screen.queryByText(/exams overlap/)).not.toBeInTheDocument();
});

it('says that it is loading, that there is nothing yet, and that it failed and can be tried again', async () => {
  show({});
  expect(screen.getByRole('status')).toHaveTextContent('Loading exam times...');
  show({ list: [allColleges] });
  expect(screen.getByText('The exam times will be announced here.')).toBeVisible();
  const { retry } = show({ hasFailed: true });
  expect(screen.getByText('The exam times could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Load them again' }));
  expect(retry).toHaveBeenCalledOnce();
});
