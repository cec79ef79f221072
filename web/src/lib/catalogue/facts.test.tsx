import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { event } from '@/content/event';
import { allColleges, oneCollege } from '@/testing/server';
import type { Package, Sale } from '../api/types';
import { factsOf, useCatalogueFacts } from './facts';

/** The exams of the sample are on one day. */
const hoursOf = (day: string) => (day === '2025-05-31' ? '10 AM–3 PM' : 'To be announced');

it('are the lowest price, the first package of each kind, the colleges, each counted once, and the hours of exams', () => {
  const cheaper = { ...oneCollege, _id: 'pkg-two', name: 'Two', price: 99.5 };
  expect(factsOf([allColleges, oneCollege, cheaper])).toEqual({
    from: 'from Rs\u00a099.50',
    all: 'Rs\u00a01,850',
    'all-name': 'All-Inclusive Exam Access',
    one: 'Rs\u00a01,000',
    'one-name': 'Single Exam Access',
    colleges: '2',
    ...Object.fromEntries(event.dayDates.map((day) => [`exams-${day}`, hoursOf(day)])),
  });
});

it('leave out what is not on sale', () => {
  expect(factsOf([])).toEqual({});
  expect(factsOf([allColleges])).toEqual({
    from: 'from Rs\u00a01,850',
    all: 'Rs\u00a01,850',
    'all-name': 'All-Inclusive Exam Access',
    colleges: '2',
    ...Object.fromEntries(event.dayDates.map((day) => [`exams-${day}`, hoursOf(day)])),
  });
});

function Text({ packages }: { packages?: readonly Package[] }) {
  useCatalogueFacts(packages);
  return (
    <p>
      One exam costs <span data-fact="one">what the form says</span>.
    </p>
  );
}

it('take their places when the catalogue is there, follow it, and reach what comes later', async () => {
  const { container, rerender } = render(<Text />);
  expect(screen.getByText(/One exam/)).toHaveTextContent('One exam costs what the form says.');
  rerender(<Text packages={[allColleges]} />);
  expect(screen.getByText(/One exam/)).toHaveTextContent('One exam costs what the form says.');
  rerender(<Text packages={[oneCollege]} />);
  expect(screen.getByText(/One exam/)).toHaveTextContent('One exam costs Rs 1,000.');
  rerender(<Text packages={[{ ...oneCollege, price: 1100 }]} />);
  expect(screen.getByText(/One exam/)).toHaveTextContent('One exam costs Rs 1,100.');
  container.insertAdjacentHTML('beforeend', '<b data-fact="from">Now</b>');
  await waitFor(() => expect(screen.getByText('from Rs 1,100')).toBeVisible());
});

it('say on the way to the form whether one can register, and nothing before that is known', async () => {
  const place = () =>
    screen.getByText((_, element) => element instanceof HTMLElement && element.dataset.fact === 'register');
  function Button({ packages, sale }: { packages: readonly Package[]; sale?: Sale }) {
    useCatalogueFacts(packages, sale);
    return <b data-fact="register">Register Now</b>;
  }
  const list = [oneCollege];
  const { rerender } = render(<Button packages={list} />);
  expect(place()).toHaveTextContent('Register Now');
  rerender(<Button packages={list} sale={{ registration: 'open' }} />);
  expect(place()).toHaveTextContent('Register from Rs 1,000');
  rerender(<Button packages={list} sale={{ registration: 'closed' }} />);
  await waitFor(() => expect(place()).toHaveTextContent('Registration closed'));
  rerender(<Button packages={[]} sale={{ registration: 'not_yet', opens_at: null }} />);
  await waitFor(() => expect(place()).toHaveTextContent('Opens soon'));
  rerender(<Button packages={[]} sale={{ registration: 'open' }} />);
  expect(place()).toHaveTextContent(/^Register Now$/);
});

it('leave what a browser’s translator puts in their place, which would be changed back and forth for ever', async () => {
  const { container } = render(<Text packages={[oneCollege]} />);
  const place = container.querySelector('[data-fact]');
  place?.replaceChildren(document.createElement('font'));
  container.insertAdjacentHTML('beforeend', '<b data-fact="from">Now</b>');
  await waitFor(() => expect(screen.getByText('from Rs 1,000')).toBeVisible());
  expect(place?.innerHTML).toBe('<font></font>');
});
