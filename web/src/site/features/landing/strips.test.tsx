import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { mediaPartners } from 'virtual:event/partners';
import type { Banner } from '@/lib/api/types';
import { controlTime } from '@/testing/render';
import { serve } from '@/testing/server';
import { MediaStrip } from './MediaStrip';
import { PartnerStrip } from './PartnerStrip';

const user = userEvent.setup({ delay: null });

const logo = (name: string): Banner => ({
  _id: name,
  bannerName: name,
  deskImgLink: `/media/${name}.jpg`,
  link: '/',
  version: 1,
});

const show = (Strip: ComponentType) =>
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter>
        <Strip />
      </MemoryRouter>
    </SWRConfig>,
  );

it('says that the partners are loading, and then lets them run, each read out once', async () => {
  serve.banners('inst-brand', [logo('Periyar'), logo('Nila')]);
  const { container } = show(PartnerStrip);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(await screen.findAllByRole('link')).toHaveLength(2);
  expect(container.querySelectorAll('img')).toHaveLength(4);
  expect(container.querySelector('[data-moving]')).toHaveAttribute('data-moving', 'true');
});

it('stops the partners under the mouse and after the pause button', async () => {
  serve.banners('inst-brand', [logo('Periyar')]);
  const { container } = show(PartnerStrip);
  const link = await screen.findByRole('link');
  const track = container.querySelector('[data-moving]');
  await user.hover(link);
  expect(track).toHaveAttribute('data-moving', 'false');
  await user.unhover(link);
  expect(track).toHaveAttribute('data-moving', 'true');
  fireEvent.click(screen.getByRole('button', { name: 'Pause partner institutes' }));
  expect(track).toHaveAttribute('data-moving', 'false');
});

it('says what is wrong when the partners do not come, and nothing when there are none', async () => {
  serve.banners('inst-brand', 500);
  const failed = show(PartnerStrip);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Error: /));
  expect(screen.getByText('req-1')).toBeVisible();
  failed.unmount();
  serve.banners('inst-brand', []);
  const { container } = show(PartnerStrip);
  await waitFor(() => expect(container).toBeEmptyDOMElement());
});

it('shows the media partners that the organisers entered, and otherwise those of the event', async () => {
  serve.banners('brand', [logo('Daily')]);
  const entered = show(MediaStrip);
  expect(await screen.findByRole('img', { name: 'Daily' })).toBeVisible();
  entered.unmount();
  for (const list of [[], 500]) {
    serve.banners('brand', list);
    const own = show(MediaStrip);
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(mediaPartners.length));
    own.unmount();
  }
});

it('changes the media partner every three seconds on a narrow screen', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('max-width'),
        media,
      }) as unknown as MediaQueryList,
  );
  const advance = controlTime();
  serve.banners('brand', [logo('Daily'), logo('Weekly')]);
  const { container } = show(MediaStrip);
  await screen.findByAltText('Daily');
  const shown = () => container.querySelector('[data-shown="true"] img')?.getAttribute('alt');
  expect(shown()).toBe('Daily');
  await advance(2_800);
  expect(shown()).toBe('Daily');
  await advance(300);
  expect(shown()).toBe('Weekly');
  await advance(3_000);
  expect(shown()).toBe('Daily');
  fireEvent.click(screen.getByRole('button', { name: 'Pause media partners' }));
  await advance(6_000);
  expect(shown()).toBe('Daily');
});
