// What the organisers have not given is shown by the local system alone, and labelled; what they have, everywhere.
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { Exams } from '@/site/features/landing/Exams';
import { MediaStrip } from '@/site/features/landing/MediaStrip';
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
const social = landing.socialPages[0]?.name ?? '';

it.each([
  ['socialVideo', <Story />, () => region('The expo in a video')],
  ['videos', <Story />, () => region('See what to expect')],
  ['exams', <Exams />, () => region('Scholarship exams')],
  ['socialPages', <Footer />, () => screen.queryByRole('link', { name: social })],
] as const)(
  '%s: a labelled sample here and nothing on a deployed site, unless they are real',
  (name, part, block) => {
    const isSample = event.placeholders.includes(name);
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

it('media partners: labelled samples here and nothing on a deployed site, unless they are real', async () => {
  const isSample = event.placeholders.includes('mediaPartners');
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
