import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PackagesContext, type Packages } from '@/lib/catalogue/packages';
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

it.each([
  ['says that the exam is sold out', undefined, true],
  ['does not where an earlier order of the same registration may hold its last place', 'key-before', false],
])('%s', (_, replaces, isSaid) => {
  const packages = { list: [soldOut] } as unknown as Packages;
  const attempt = { key: 'key', order: { course_category: 'exam-a2' }, replaces } as Attempt;
  render(
    <PackagesContext value={packages}>
      <GoneMeanwhile attempt={attempt} />
    </PackagesContext>,
  );
  expect(screen.queryByText(/^No place of BBA is left/) !== null).toBe(isSaid);
});
