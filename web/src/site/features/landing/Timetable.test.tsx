import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Sale } from '@/lib/api/types';
import { PackagesContext, type Packages } from '@/lib/catalogue/packages';
import { SaleContext } from '@/lib/sale';
import { allColleges, oneCollege, overlapping } from '@/testing/server';
import { Timetable } from './Timetable';

const open: Sale = { registration: 'open' };

const show = (packages: Partial<Packages>, isWide = false, sale: Sale | null = open) => {
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
    markSoldOut: vi.fn(),
    ...packages,
  };
  render(
    <MemoryRouter>
      <PackagesContext value={all}>
        <SaleContext value={sale ?? undefined}>
          <Timetable />
        </SaleContext>
      </PackagesContext>
    </MemoryRouter>,
  );
  return { retry };
};

const catalogue = [allColleges, overlapping, { ...overlapping, _id: 'pkg-two' }];

const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('link'))
    .map(({ textContent }) => textContent);

it('has on a wide screen the halls of a day side by side, and what is at the same time in the same rows', async () => {
  show({ list: catalogue }, true);
  const list = screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('link'))?.parentElement;
  expect(list?.style.gridTemplateColumns).toBe('repeat(2, minmax(0, 1fr))');
  const halls = [...(list?.querySelectorAll('[aria-hidden]') ?? [])].map(({ textContent }) => textContent);
  expect(halls).toEqual(['Hall 1', 'Hall to be announced']);
  const places = screen
    .getAllByRole('listitem')
    .map(({ style }) => [style.gridColumn, style.gridRow])
    .filter(([column]) => column);
  // 10 to 11:30 beside 11 to 12: they share the half hour between.
  expect(places).toEqual([
    ['1', '2 / 4'],
    ['2', '3 / 5'],
  ]);
  expect(screen.getByText('B.Tech and BCA are at the same time: one can sit one of them.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Sun 1 Jun' }));
  expect(rows()).toEqual(['12–1 PMHall 2BBA, Periyar Institute: choose this examPeriyar Institute']);
  expect(screen.queryByText(/at the same time/)).not.toBeInTheDocument();
});

it('lists on a phone the exams of one day, or those of one college of all days, and each leads to the form', async () => {
  show({ list: catalogue });
  expect(rows()).toEqual([
    '10–11:30 AMHall 1B.Tech, Periyar Institute: choose this examPeriyar Institute',
    '11 AM–12 PMHall to be announcedBCA, Vembanad College: choose this examVembanad College',
  ]);
  expect(screen.getByRole('link', { name: /^B.Tech/ })).toHaveAttribute(
    'href',
    '/?college=Periyar+Institute&course=B.Tech&exam=exam-a1#register',
  );
  await userEvent.selectOptions(screen.getByLabelText('Exams of'), 'Periyar Institute');
  expect(rows().map((row) => row.replace(/,.*/, ''))).toEqual([
    '10–11:30 AMHall 1B.Tech',
    '12–1 PMHall 2BBA',
  ]);
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Sunday, 1 June' })).toBeVisible();
});

it('says where nobody can register now, and asks nobody to choose an exam then', () => {
  const [college] = overlapping.collegeList;
  if (!college) throw new Error('the sample has no college');
  const courseList = college.courseList.map((course) => ({ ...course, seats_left: 3 }));
  show({ list: [{ ...overlapping, collegeList: [{ ...college, courseList }] }] }, false, {
    registration: 'closed',
  });
  expect(screen.getByText('Registration closed')).toBeVisible();
  expect(rows()[0]).toMatch(/B\.Tech, Periyar Institute: Registration closedPeriyar Institute$/);
  expect(screen.queryByText(/choose this exam|places left/)).toBeNull();
});

it('waits for what there is to say of registration, so that nothing moves when it is known', () => {
  show({ list: catalogue }, false, null);
  expect(screen.getByRole('status')).toHaveTextContent('Loading exam times...');
});

it('says what is not known yet', () => {
  const [college] = overlapping.collegeList;
  const [course] = college?.courseList ?? [];
  if (!college || !course) throw new Error('the sample has no course');
  const unknown = { ...course, date: '', timeStart: '', timeEnd: '', venue: '' };
  show({ list: [{ ...overlapping, collegeList: [{ ...college, courseList: [unknown] }] }] });
  expect(screen.getByRole('heading', { level: 3, name: 'Time to be announced' })).toBeVisible();
  expect(screen.queryByText(/at the same time/)).not.toBeInTheDocument();
});

it('says that it is loading, that there is nothing yet, and that it failed and can be tried again', async () => {
  show({});
  expect(screen.getByRole('status')).toHaveTextContent('Loading exam times...');
  show({ list: [{ ...allColleges, collegeList: [] }] });
  expect(screen.getByText('The exam times will be announced here.')).toBeVisible();
  const { retry } = show({ hasFailed: true, reference: 'req-1' });
  expect(screen.getByText('The exam times could not be loaded.')).toBeVisible();
  expect(screen.getByText('req-1')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Load them again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('says what is left where that is few', () => {
  const [college] = overlapping.collegeList;
  const [first, second] = college?.courseList ?? [];
  if (!college || !first || !second) throw new Error('the fixture has two exams');
  const courseList = [
    { ...first, sold_out: true, seats_left: 0 },
    { ...second, date: first.date, seats_left: 3 },
  ];
  show({ list: [{ ...overlapping, collegeList: [{ ...college, courseList }] }] });
  expect(rows()[0]).toMatch(/Periyar Institute · Sold out$/);
  expect(rows()[1]).toMatch(/Periyar Institute · 3 places left$/);
});

it('has the exams of the package for all where that alone is on sale, and each once where they are in several', () => {
  show({ list: [allColleges] });
  const each = rows();
  expect(each).toHaveLength(3);
  cleanup();
  show({ list: [allColleges, { ...oneCollege, collegeList: oneCollege.collegeList.slice(0, 1) }] });
  expect(rows()).toEqual(each);
});
