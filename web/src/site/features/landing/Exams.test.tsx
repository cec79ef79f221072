import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import { PackagesContext } from '@/lib/catalogue/packages';
import { oneCollege } from '@/testing/server';
import { ExamsOnSale } from './Exams';

const [card] = landing.exams;
const [college] = oneCollege.collegeList;
const [exam] = college?.courseList ?? [];
if (!card || !college || !exam) throw new Error('there is no exam');

const show = (...courses: { examName: string; venue: string }[]) => {
  const courseList = courses.map((course) => ({ ...exam, ...course, _id: `exam-${course.venue}` }));
  const list = [{ ...oneCollege, collegeList: [{ ...college, name: `${card.college}, Kochi`, courseList }] }];
  render(
    <MemoryRouter>
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
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: new RegExp(`${card.college}: choose this exam`) });
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
