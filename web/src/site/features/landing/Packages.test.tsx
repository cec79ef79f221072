import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import type { Package } from '@/lib/api/types';
import { PackagesContext } from '@/lib/catalogue/packages';
import { allColleges, oneCollege, overlapping } from '@/testing/server';
import { Packages, PackagesOnSale } from './Packages';

const show = (list?: readonly Package[]) => {
  const packages = {
    list,
    hasFailed: false,
    reference: undefined,
    retry: vi.fn(),
    correctPrice: vi.fn(),
    markSoldOut: vi.fn(),
  };
  render(
    <MemoryRouter>
      <PackagesContext value={packages}>{list ? <PackagesOnSale /> : <Packages />}</PackagesContext>
    </MemoryRouter>,
  );
};

const cards = () => screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));

it('come without a price and lead to the first package of their kind while the catalogue is not there', () => {
  show();
  expect(document.body).not.toHaveTextContent(/Rs/);
  const links = landing.packageCards.map(({ name }) =>
    screen.getByRole('link', { name: `Register Now with ${name}` }),
  );
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/?package=all#register',
    '/?package=one#register',
  ]);
});

it('are those of the catalogue, however many, with its names and prices', () => {
  show([allColleges, overlapping, { ...overlapping, _id: 'pkg-late', name: 'Late', price: 1200.5 }]);
  expect(cards()).toHaveLength(3);
  const late = screen.getByRole('link', { name: 'Register for Rs\u00a01,200.50 with Late' });
  expect(late).toHaveAttribute('href', '/?package=pkg-late#register');
});

it('say of the package for all exams, and of no other, how many one can sit and what each comes to', () => {
  show([allColleges, overlapping]);
  const [all, one] = cards();
  expect(all).toHaveTextContent(
    'You can sit up to 2 of the 3 exams: some are at the same time. You choose on your pass. See exam times',
  );
  expect(all).toHaveTextContent('Comes to Rs 925 for each exam, if you sit 2');
  expect(one).not.toHaveTextContent('You can sit');
  expect(one).not.toHaveTextContent('Comes to');
  expect(one).toHaveTextContent('Not the exams of other courses and colleges');
});

it('say that one can sit all exams where none are at the same time', () => {
  show([allColleges, oneCollege]);
  expect(cards()[0]).toHaveTextContent(
    'You can sit all 3 exams: none are at the same time. You choose on your pass. See exam times',
  );
});

const marked = (more: (id: string) => object): Package => ({
  ...overlapping,
  collegeList: overlapping.collegeList.map((college) => ({
    ...college,
    courseList: college.courseList.map((exam) => ({ ...exam, ...more(exam._id) })),
  })),
});

it.each([
  ['exam-a2', 'up to 1 of the 3 exams: some are at the same time, and some are sold out.'],
  ['exam-b1', 'up to 2 of the 3 exams: some are sold out.'],
])('count no exam that is sold out, such as %s', (full, words) => {
  show([allColleges, marked((id) => ({ sold_out: id === full }))]);
  expect(cards()[0]).toHaveTextContent(`You can sit ${words} You choose on your pass.`);
});

it('reckon with what still has places what each comes to', () => {
  show([allColleges, marked((id) => ({ sold_out: id === 'exam-b1' }))]);
  expect(cards()[0]).toHaveTextContent('Comes to Rs 925 for each exam, if you sit 2');
  cleanup();
  show([allColleges, marked((id) => ({ sold_out: id === 'exam-a2' }))]);
  expect(cards()[0]).not.toHaveTextContent('Comes to');
});

it('say that no exam has a place', () => {
  show([allColleges, marked(() => ({ sold_out: true }))]);
  expect(cards()[0]).toHaveTextContent('No exam has a place left.');
});

it('say it of the exams of the package for all where that alone is on sale', () => {
  show([{ ...allColleges, collegeList: overlapping.collegeList }]);
  expect(cards()[0]).toHaveTextContent('You can sit up to 2 of the 3 exams: some are at the same time.');
});

it('say that nothing is on sale', () => {
  show([]);
  expect(screen.getByText('No package is on sale at the moment.')).toBeVisible();
});

it('tell search engines what they cost', () => {
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.textContent = JSON.stringify({ name: 'Expo', offers: [{ name: 'All' }] });
  document.head.append(script);
  show([{ ...allColleges, price: 1850.5 }]);
  expect(JSON.parse(script.textContent)).toMatchObject({
    name: 'Expo',
    offers: [{ '@type': 'Offer', name: allColleges.name, price: '1850.50', priceCurrency: 'INR' }],
  });
  script.remove();
});
