// What the organisers have not given is shown by the local system alone, and listed at a deployment.
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { event } from '@/content/event';
import { exams, organiser, socialPages, socialVideo, videos } from '@/content/landing';
import placeholders from '@/content/placeholders.json';
import { mediaPartners } from '@/site/features/landing/mediaPartners';
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

it.each([
  ['the first video', <Story />, () => screen.queryByRole('region', { name: 'The expo in a video' })],
  ['the other videos', <Story />, () => screen.queryByRole('region', { name: 'See what to expect' })],
  ['the exam cards', <Exams />, () => screen.queryByRole('region', { name: 'Scholarship exams' })],
  ['the social pages', <Footer />, () => screen.queryByRole('link', { name: 'Instagram' })],
])('%s: a labelled sample here, nothing on a deployed site', (_, part, block) => {
  const { unmount } = show(part);
  expect(block()).not.toBeNull();
  expect(screen.getAllByText('Sample')[0]).toBeVisible();
  unmount();

  vi.stubEnv('VITE_SAMPLES', '');
  show(part);
  expect(block()).toBeNull();
  expect(screen.queryByText('Sample')).toBeNull();
});

it('invented media partners: labelled samples here, nothing on a deployed site', async () => {
  serve.banners('brand', []);
  const { unmount } = show(<MediaStrip />);
  const strip = await screen.findByRole('region', { name: 'Media partners' });
  expect(within(strip).getByText('Sample')).toBeVisible();
  unmount();

  vi.stubEnv('VITE_SAMPLES', '');
  const { container } = show(<MediaStrip />);
  await vi.waitFor(() => {
    expect(container.firstElementChild).not.toHaveClass('strip');
  });
  expect(screen.queryByText('Media partners')).toBeNull();
});

// A line may go only when something real has taken the sample's place.
const invented: Readonly<Record<keyof typeof placeholders, boolean>> = {
  videos: [socialVideo, ...videos].some(({ id }) =>
    ['M7lc1UVf-VE', 'aqz-KE-bpKQ', 'eRsGyueVLvQ', 'R6MlUcmOul8'].includes(id),
  ),
  mediaPartners: mediaPartners.some(({ name }) => name === 'Coast Daily'),
  socialPages: socialPages.some(({ href }) => new URL(href).pathname === '/'),
  exams: exams.some(({ college }) => college === 'Periyar College of Engineering'),
  contact: event.contact.email.endsWith('.example'),
  organiser: organiser.legalName === `${event.name} Events LLP`,
};

it('lists exactly what is invented for a deployment', () => {
  const names = Object.entries(invented).filter(([, isInvented]) => isInvented);
  expect(Object.keys(placeholders).sort()).toEqual(names.map(([name]) => name).sort());
});
