// An event may have two exams of one college, two people of one role, and the same line twice on a day.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AboutPage } from '@/site/features/about/AboutPage';
import { Exams } from '@/site/features/landing/Exams';
import { Schedule } from '@/site/features/landing/Schedule';
import { Footer } from './Footer';

vi.mock('virtual:event/landing', async () => {
  const { factsOf, readEvent } = await import('../../../scripts/event');
  const another = readEvent('../shared/domain/src/event/another.json');
  const college = 'Sahyadri Institute';
  return factsOf({
    ...another,
    exams: [
      { college, course: 'B.E. Civil', field: 'engineering' },
      { college, course: 'BBA', field: 'business' },
    ],
    organiser: {
      ...another.organiser,
      people: ['Meera Joshi', 'Anil Kale'].map((name) => ({ role: 'Director', name })),
    },
    socialPages: ['one', 'two'].map((page) => ({
      name: 'YouTube',
      href: `https://www.youtube.com/@${page}`,
    })),
    days: another.days.map(({ date }) => ({
      date,
      programme: ['9 AM', '5 PM'].map((time) => ({ time, text: 'Passes are checked' })),
    })),
  });
});

it('shows each of them, and tells them apart', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MemoryRouter>
      <Exams />
      <Schedule />
      <AboutPage />
      <Footer />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link', { name: /Sahyadri Institute: choose this exam$/ })).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'YouTube' })).toHaveLength(2);
  // On the page about the organisers and in the footer.
  for (const name of ['Meera Joshi', 'Anil Kale']) expect(screen.getAllByText(name)).toHaveLength(2);
  expect(screen.getAllByText('Passes are checked')).toHaveLength(6);
  // React says so of two with one key; of other files of this run it says other things here.
  expect(said.mock.calls.flat().join()).not.toContain('same key');
});
