import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { landing } from '@/content/landing';
import { choicePath, type LinkedChoice } from '@/lib/registration/choicePath';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, oneCollege, serve } from '@/testing/server';
import { choiceIn } from './choiceIn';
import { draftStore } from './draft';
import { emptyDraft } from '@/lib/registration/draft';

const packages = [allColleges, oneCollege];
const [periyar] = oneCollege.collegeList;
const first = { package: allColleges };
const searchOf = (path: string) => new URL(path, 'https://site.example').search;
const choose = (choice: LinkedChoice, current: Parameters<typeof choiceIn>[2] = first) =>
  choiceIn(searchOf(choicePath(choice)), packages, current);

describe('the link of a package', () => {
  it('chooses the package of its kind, wherever it is in the list', () => {
    expect(choose({ package: 'one' })).toEqual({ packageId: 'pkg-one', collegeId: '', courseId: '' });
    expect(choose({ package: 'all' }, { package: oneCollege })).toEqual({
      packageId: 'pkg-all',
      collegeId: '',
      courseId: '',
    });
  });

  it('keeps the college and the course when that package is chosen already', () => {
    const chosen = { package: oneCollege, college: periyar, course: periyar?.courseList[1] };
    expect(choose({ package: 'one' }, chosen)).toEqual({
      packageId: 'pkg-one',
      collegeId: 'col-a',
      courseId: 'exam-a2',
    });
  });

  it('chooses the package of its id, of several of one kind, and keeps what is chosen of it', () => {
    const other = { ...oneCollege, _id: 'pkg-other' };
    const link = searchOf(choicePath({ package: 'pkg-other' }));
    const chosen = { packageId: 'pkg-other', collegeId: '', courseId: '' };
    expect(choiceIn(link, [allColleges, oneCollege, other], { package: oneCollege })).toEqual(chosen);
    expect(choiceIn(link, [allColleges, oneCollege, other], { package: other, college: periyar })).toEqual({
      ...chosen,
      collegeId: 'col-a',
    });
  });

  it('chooses nothing when no such package is on sale', () => {
    expect(choiceIn('?package=one', [allColleges], first)).toBeUndefined();
  });
});

describe('the link of an exam', () => {
  it('chooses the package, the college and the course, also where the catalogue adds the town', () => {
    expect(choose({ college: 'Periyar', course: 'BBA' })).toEqual({
      packageId: 'pkg-one',
      collegeId: 'col-a',
      courseId: 'exam-a2',
    });
  });

  it('chooses as much of it as there is', () => {
    expect(choose({ college: 'Vembanad College', course: 'Gone' })).toEqual({
      packageId: 'pkg-one',
      collegeId: 'col-b',
      courseId: '',
    });
    expect(choose({ college: 'Gone', course: 'BBA' })).toEqual({
      packageId: 'pkg-one',
      collegeId: '',
      courseId: '',
    });
  });

  const withCourses = (...names: string[]) => {
    const [college] = oneCollege.collegeList;
    const [course] = college?.courseList ?? [];
    if (!college || !course) throw new Error('the fixture has no exam');
    const courseList = names.map((examName) => ({ ...course, _id: `exam-${examName}`, examName }));
    return { ...oneCollege, collegeList: [{ ...college, courseList }] };
  };

  it('takes the exam of that name before one whose name goes on, in whatever order and package they are', () => {
    const chosen = (...list: (typeof oneCollege)[]) =>
      choiceIn(searchOf(choicePath({ college: 'Periyar', course: 'MBA' })), list, first)?.courseId;
    expect(chosen(withCourses('MBA Finance', 'MBA'))).toBe('exam-MBA');
    expect(chosen(withCourses('MBA Finance'), withCourses('MBA'))).toBe('exam-MBA');
    expect(chosen(withCourses('MBA (Finance)'))).toBe('exam-MBA (Finance)');
    expect(chosen(withCourses('MBAs'))).toBe('');
  });

  it('takes the exam of its id before others of that name, and that name where it is gone', () => {
    const twins = {
      ...oneCollege,
      collegeList: [oneCollege, withCourses('BBA')].flatMap(({ collegeList }) => collegeList),
    };
    const link = (exam: string) =>
      choiceIn(searchOf(choicePath({ college: 'Periyar', course: 'BBA', exam })), [twins], first);
    expect(link('exam-BBA')?.courseId).toBe('exam-BBA');
    expect(link('exam-a2')?.courseId).toBe('exam-a2');
    expect(link('gone')?.courseId).toBe('exam-a2');
  });

  it('chooses the package for all of an exam that no other one has', () => {
    const smaller = { ...oneCollege, collegeList: oneCollege.collegeList.slice(0, 1) };
    const link = searchOf(choicePath({ college: 'Vembanad College', course: 'BCA', exam: 'exam-b1' }));
    const forAll = { packageId: 'pkg-all', collegeId: '', courseId: '' };
    expect(choiceIn(link, [smaller, allColleges], { package: smaller })).toEqual(forAll);
    expect(choiceIn(link, [allColleges], first)).toEqual(forAll);
    expect(choiceIn(link, packages, first)?.courseId).toBe('exam-b1');
  });

  it('takes the package that has it, of several', () => {
    const other = { ...oneCollege, _id: 'pkg-other', collegeList: [] };
    const found = choiceIn('?college=Periyar&course=BBA', [allColleges, other, oneCollege], first);
    expect(found?.packageId).toBe('pkg-one');
  });
});

describe('the form', () => {
  it('opens with the choice of the link and its total, and with what was typed before', async () => {
    draftStore.set({ ...emptyDraft, name: 'Asha Nair' });
    serve.packages(packages);
    const { address } = renderApp(choicePath({ college: 'Periyar', course: 'BBA' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Single Exam/ })).toBeChecked());
    expect(screen.getByLabelText('College')).toHaveDisplayValue('Periyar Institute');
    expect(screen.getByLabelText('Course')).toHaveDisplayValue('BBA');
    expect(screen.getByText('To pay').closest('p')).toHaveTextContent('To pay Rs 1,000');
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    // Taken up once: a reload finds what is chosen from here on.
    await waitFor(() => expect(address()).toBe('/#register'));
  });

  it('takes the choice up when the packages come only at the second try', async () => {
    serve.packages(500, packages);
    renderApp(choicePath({ package: 'one' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Single Exam/ })).toBeChecked());
  });

  it('is reached from each card with its choice', async () => {
    serve.packages(packages);
    const card = landing.exams.at(-1)?.college ?? '';
    const { user } = renderApp('/');
    await user.click(
      await screen.findByRole('link', { name: 'Register for Rs\u00a01,000 with Single Exam Access' }),
    );
    await waitFor(() => expect(screen.getByRole('radio', { name: /Single Exam/ })).toBeChecked());
    await user.click(
      screen.getByRole('link', { name: 'Register for Rs\u00a01,850 with All-Inclusive Exam Access' }),
    );
    await waitFor(() => expect(screen.getByRole('radio', { name: /All-Inclusive/ })).toBeChecked());
    expect(screen.getByText('To pay').closest('p')).toHaveTextContent('To pay Rs 1,850');
    await user.click(await screen.findByRole('link', { name: new RegExp(`${card}: choose this exam`) }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Single Exam/ })).toBeChecked());
  });

  it('shows no amount, and takes no registration, before the packages are there', async () => {
    serve.packages(500);
    renderApp('/#register');
    await screen.findByText('Failed to fetch packages');
    expect(screen.getByText('To pay').closest('p')).toHaveTextContent('To pay –');
  });
});
