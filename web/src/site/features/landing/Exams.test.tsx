import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import type { Sale } from '@/lib/api/types';
import { PackagesContext } from '@/lib/catalogue/packages';
import { SaleContext } from '@/lib/sale';
import { oneCollege } from '@/testing/server';
import { ExamsOnSale } from './Exams';

const [card] = landing.exams;
const [college] = oneCollege.collegeList;
const [exam] = college?.courseList ?? [];
if (!card || !college || !exam) throw new Error('there is no exam');

let sale: Sale = { registration: 'open' };
beforeEach(() => {
  sale = { registration: 'open' };
});

const show = (...courses: { examName: string; venue: string; seats_left?: number }[]) => {
  const courseList = courses.map((course) => ({ ...exam, ...course, _id: `exam-${course.venue}` }));
  const list = [{ ...oneCollege, collegeList: [{ ...college, name: `${card.college}, Kochi`, courseList }] }];
  render(
    <MemoryRouter>
      <SaleContext value={sale}>
        <PackagesContext
          value={{
            list,
            hasFailed: false,
            reference: undefined,
            retry: vi.fn(),
            correctPrice: vi.fn(),
            markSoldOut: vi.fn(),
          }}
        >
          <ExamsOnSale />
        </PackagesContext>
      </SaleContext>
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: new RegExp(card.college) });
};

it('has hall and link of the exam of that name, where another one’s name begins alike', () => {
  const link = show(
    { examName: `${card.course} (AI)`, venue: 'Hall 7' },
    { examName: card.course, venue: 'Hall 8' },
  );
  expect(screen.getByText('Hall 8')).toBeVisible();
  expect(screen.queryByText('Hall 7')).toBeNull();
  expect(link.getAttribute('href')).toMatch(/&exam=exam-Hall\+8#register$/);
});

it('says nothing of an exam that the catalogue does not have, and links by its name', () => {
  const link = show({ examName: `${card.course}s`, venue: 'Hall 7' });
  expect(screen.queryByText('Hall 7')).toBeNull();
  expect(link.getAttribute('href')).not.toContain('exam=');
});

it.each([
  [{ registration: 'open' }, 'choose this exam', 'Rs 1,000'],
  [{ registration: 'closed' }, 'Registration closed', 'Closed'],
  [{ registration: 'not_yet', opens_at: '2025-05-01T04:30:00Z' }, /Opens Thu 1 May, 10 AM/, 'Opens 1 May'],
  [{ registration: 'not_yet', opens_at: null }, 'Opens soon', 'Opens soon'],
] as const)('says on each card whether one can register: %j', (now, readOut, shown) => {
  sale = now;
  const link = show({ examName: card.course, venue: 'Hall 8', seats_left: 3 });
  expect(link).toHaveAccessibleName(expect.stringMatching(readOut));
  expect(link.closest('li')).toHaveTextContent(shown);
  expect(screen.queryByText('3 places left') !== null).toBe(now.registration === 'open');
  const all = screen.getByRole('link', { name: /^All/ }).closest('li');
  if (now.registration !== 'open') expect(all).toHaveTextContent(shown);
});
