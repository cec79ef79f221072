// Organisers who have no videos, media partners, social pages or exams to put first say so by leaving their lists empty.
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { SWRConfig } from 'swr';
import { event } from '@/content/event';
import { Exams } from '@/site/features/landing/Exams';
import { MediaStrip } from '@/site/features/landing/MediaStrip';
import { Story } from '@/site/features/landing/Story';
import { serve } from '@/testing/server';
import { Footer } from './Footer';

async function withNone() {
  const { factsOf, readEvent } = await import('../../../scripts/event');
  const another = readEvent('../shared/domain/src/event/another.json');
  delete another.socialVideo;
  return factsOf({ ...another, videos: [], mediaPartners: [], socialPages: [], exams: [] });
}

vi.mock('virtual:event/landing', withNone);
vi.mock('virtual:event/partners', withNone);

it('leaves out the blocks of which there are none, with their headings', async () => {
  serve.banners('brand', []);
  const { container } = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter>
        <MediaStrip />
        <Story />
        <Exams />
        <Footer />
      </MemoryRouter>
    </SWRConfig>,
  );
  await waitFor(() => expect(container.querySelector('.strip')).toBeNull());
  expect(screen.queryByText('Media partners')).toBeNull();
  expect(screen.queryByRole('region', { name: 'The expo in a video' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'See what to expect' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Scholarship exams' })).toBeNull();
  expect(screen.getByRole('heading', { level: 2, name: event.tagline })).toBeVisible();
  // No list is there without an item.
  expect([...container.querySelectorAll('ul')].filter(({ children }) => children.length === 0)).toEqual([]);
});
