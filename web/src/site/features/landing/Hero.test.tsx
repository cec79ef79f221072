import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { PackagesContext } from '@/lib/catalogue/packages';
import { allColleges, overlapping, serve } from '@/testing/server';
import { Banners } from './Banners';
import { Hero } from './Hero';

const show = (isWide: boolean) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: isWide && media.includes('min-width'),
        media,
      }) as unknown as MediaQueryList,
  );
  const packages = {
    list: [allColleges, overlapping],
    hasFailed: false,
    reference: undefined,
    retry: vi.fn(),
    correctPrice: vi.fn(),
    markSoldOut: vi.fn(),
  };
  render(
    <MemoryRouter>
      <PackagesContext value={packages}>
        <Hero />
      </PackagesContext>
    </MemoryRouter>,
  );
};

it('shows the first exams on a wide screen', async () => {
  show(true);
  expect(await screen.findByRole('heading', { level: 2, name: 'Saturday, 31 May' })).toBeVisible();
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['10–11:30 AMB.TechPeriyar InstituteHall 1', '11 AM–12 PMBCAVembanad College']);
  expect(screen.getByRole('link', { name: 'All 3 exams' })).toHaveAttribute('href', '/#exam-times');
});

it.each([500, []])('has no room for banners when they are %j', async (banners) => {
  serve.banners('banners', banners);
  const { container } = render(<Banners />, { wrapper: MemoryRouter });
  await new Promise((settled) => setTimeout(settled, 50));
  expect(container).toBeEmptyDOMElement();
});

it('shows the banners below it where there are some', async () => {
  serve.banners('banners', [
    { _id: 'b', bannerName: 'Open day', deskImgLink: '/media/b.jpg', link: '/', version: 1 },
  ]);
  render(<Banners />, { wrapper: MemoryRouter });
  const banners = await screen.findByRole('region', { name: 'Banners' });
  expect(within(banners).getByRole('link')).toHaveAccessibleName('Open day, 1 of 1');
});

it('leaves the exams to the timetable on a phone', async () => {
  show(false);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await new Promise((settled) => setTimeout(settled, 50));
  expect(screen.queryByText('Saturday, 31 May')).not.toBeInTheDocument();
});

it('counts no colleges of its own: how many there are only the catalogue says', async () => {
  show(false);
  const colleges = await screen.findByText('Colleges');
  expect(colleges.parentElement).toHaveTextContent(/^Colleges–$/);
});
