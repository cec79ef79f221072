import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Banner } from '@/lib/api/types';
import { controlTime } from '@/testing/render';
import { HeroCarousel } from './HeroCarousel';

const user = userEvent.setup({ delay: null });

const banner = (name: string, more: Partial<Banner> = {}): Banner => ({
  _id: name,
  bannerName: name,
  deskImgLink: `/media/${name}.jpg`,
  mobImgLink: `/media/${name}-small.jpg`,
  link: '/#register',
  version: 1,
  ...more,
});

const withoutSmall = (name: string): Banner => {
  const made = banner(name);
  delete made.mobImgLink;
  return made;
};

const three = ['One', 'Two', 'Three'].map((name) => banner(name));

function open(banners: readonly Banner[]) {
  const advance = controlTime();
  let address = '';
  function Watch() {
    const { pathname, hash } = useLocation();
    address = pathname + hash;
    return null;
  }
  const view = render(
    <MemoryRouter>
      <HeroCarousel banners={banners} />
      <Watch />
    </MemoryRouter>,
  );
  return { ...view, address: () => address, pass: (ms: number) => advance(ms) };
}

const shown = () => screen.getByRole('link').getAttribute('aria-label');
const button = (name: string) => screen.getByRole('button', { name });

it('shows the next banner every five seconds, and the first one after the last', async () => {
  const { pass } = open(three);
  expect(shown()).toBe('One, 1 of 3');
  await pass(4_500);
  expect(shown()).toBe('One, 1 of 3');
  await pass(600);
  expect(shown()).toBe('Two, 2 of 3');
  await pass(5_000);
  await pass(5_000);
  expect(shown()).toBe('One, 1 of 3');
});

it('goes on and back by the arrows, in a circle', () => {
  open(three);
  fireEvent.click(button('Previous banner'));
  expect(shown()).toBe('Three, 3 of 3');
  fireEvent.click(button('Next banner'));
  expect(shown()).toBe('One, 1 of 3');
});

it('goes to the banner of a dot, and five seconds from there to the next', async () => {
  const { pass } = open(three);
  await pass(4_000);
  fireEvent.click(button('Show Two'));
  expect(shown()).toBe('Two, 2 of 3');
  expect(button('Show Two')).toHaveAttribute('aria-current', 'true');
  await pass(4_000);
  expect(shown()).toBe('Two, 2 of 3');
});

it('follows a swipe, and not a tap', () => {
  open(three);
  const slide = screen.getByRole('link');
  const swipe = (from: number, to: number) => {
    fireEvent.touchStart(slide, { touches: [{ clientX: from }] });
    fireEvent.touchEnd(slide, { changedTouches: [{ clientX: to }] });
  };
  swipe(200, 210);
  expect(shown()).toBe('One, 1 of 3');
  swipe(200, 100);
  expect(shown()).toBe('Two, 2 of 3');
  swipe(100, 200);
  expect(shown()).toBe('One, 1 of 3');
});

it('stops for its pause button and for the mouse, and goes on afterwards', async () => {
  const { pass } = open(three);
  fireEvent.click(button('Pause banners'));
  await pass(6_000);
  expect(shown()).toBe('One, 1 of 3');
  fireEvent.click(button('Play banners'));
  await pass(5_100);
  expect(shown()).toBe('Two, 2 of 3');
  await user.hover(screen.getByRole('link'));
  await pass(6_000);
  expect(shown()).toBe('Two, 2 of 3');
  await user.unhover(screen.getByRole('link'));
  await pass(5_100);
  expect(shown()).toBe('Three, 3 of 3');
});

it('does not move for those who want less motion until they ask for it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('reduced-motion'),
        media,
      }) as unknown as MediaQueryList,
  );
  const { pass } = open(three);
  await pass(11_000);
  expect(shown()).toBe('One, 1 of 3');
  fireEvent.click(button('Play banners'));
  await pass(5_100);
  expect(shown()).toBe('Two, 2 of 3');
});

it('offers the small picture to narrow screens, where there is one', () => {
  const { container } = open([banner('One'), withoutSmall('Two')]);
  const sources = container.querySelectorAll('source');
  expect(sources).toHaveLength(1);
  expect(sources[0]).toHaveAttribute('media', '(max-width: 47.99rem)');
  expect(sources[0]).toHaveAttribute('srcset', '/media/One-small.jpg');
});

it('leads to the link of the banner', () => {
  const { address } = open([banner('One')]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('link'));
  expect(address()).toBe('/#register');
});
