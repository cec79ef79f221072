// What the organisers have not given is shown by the local system alone, and labelled; what they have, everywhere.
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import { AboutPage } from '@/site/features/about/AboutPage';
import { Exams } from '@/site/features/landing/Exams';
import { MediaStrip } from '@/site/features/landing/MediaStrip';
import { Questions } from '@/site/features/landing/Questions';
import { Schedule } from '@/site/features/landing/Schedule';
import { Story } from '@/site/features/landing/Story';
import { serve } from '@/testing/server';
import { Footer } from './Footer';

const show = (part: ReactNode) =>
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter>{part}</MemoryRouter>
    </SWRConfig>,
  );

const region = (name: string) => screen.queryByRole('region', { name });
const hourOfItsOwn = landing.days.flatMap(({ items }) => items).find((one) => one.isOwnHour)?.time ?? '';
const social = landing.socialPages[0]?.name ?? '';

it.each([
  ['socialVideo', <Story />, () => region('The expo in a video')],
  ['videos', <Story />, () => region('See what to expect')],
  ['exams', <Exams />, () => region('Scholarship exams')],
  ['socialPages', <Footer />, () => screen.queryByRole('link', { name: social })],
] as const)(
  '%s: a labelled sample here and nothing on a deployed site, unless they are real',
  (name, part, block) => {
    const isSample = landing.placeholders.includes(name);
    const { unmount } = show(part);
    expect(block()).not.toBeNull();
    if (isSample) expect(screen.getAllByText('Sample')[0]).toBeVisible();
    unmount();

    vi.stubEnv('VITE_SAMPLES', '');
    show(part);
    expect(block() === null).toBe(isSample);
    expect(screen.queryByText('Sample')).toBeNull();
  },
);

it.each([
  ['days', <Schedule />, hourOfItsOwn],
  ['contact.hours', <Questions />, `We answer ${landing.contactHours}.`],
  ['organiser.whoWeAre', <AboutPage />, landing.organiser.whoWeAre],
  ['organiser.mission', <AboutPage />, landing.organiser.mission],
  ['organiser.vision', <AboutPage />, landing.organiser.vision],
] as const)('%s: said here, and not on a deployed site, unless it is real', (name, part, words) => {
  const isSample = landing.placeholders.includes(name);
  const { unmount } = show(part);
  expect(screen.getAllByText(words)[0]).toBeVisible();
  unmount();

  vi.stubEnv('VITE_SAMPLES', '');
  show(part);
  expect(screen.queryAllByText(words).length === 0).toBe(isSample);
  expect(screen.queryByText('Sample')).toBeNull();
});

it('says on a deployed site when the doors open and that there are exams, whatever else is not known yet', () => {
  vi.stubEnv('VITE_SAMPLES', '');
  show(<Schedule />);
  expect(screen.getAllByText('10 AM')).toHaveLength(landing.days.length);
  expect(screen.getAllByText('All day')).toHaveLength(landing.days.length);
});

it('media partners: labelled samples here and nothing on a deployed site, unless they are real', async () => {
  const isSample = landing.placeholders.includes('mediaPartners');
  serve.banners('brand', []);
  const { unmount } = show(<MediaStrip />);
  const strip = await screen.findByRole('region', { name: 'Media partners' });
  expect(within(strip).queryByText('Sample') !== null).toBe(isSample);
  unmount();

  vi.stubEnv('VITE_SAMPLES', '');
  const { container } = show(<MediaStrip />);
  await vi.waitFor(() => {
    expect(container.firstElementChild?.matches('.strip') && !screen.queryByText('Media partners')).toBe(
      false,
    );
  });
  expect(screen.queryByText('Media partners') === null).toBe(isSample);
});
