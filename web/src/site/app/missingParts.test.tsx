// Parts of the landing page whose code does not come, also not a moment later.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { allColleges, serve } from '@/testing/server';

const { tried, missing } = vi.hoisted(() => {
  const tried = new Set<string>();
  return {
    tried,
    missing: (part: string) => {
      tried.add(part);
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  };
});
vi.mock('@/site/features/landing/Packages', () => missing('Packages'));
vi.mock('@/site/features/landing/PartnerStrip', () => missing('PartnerStrip'));
vi.mock('@/site/features/landing/Timetable', () => missing('Timetable'));
vi.mock('@/site/features/registration/NotOnSale', () => missing('NotOnSale'));

beforeEach(() => {
  serve.packages([allColleges]);
});

async function openWithout(...parts: string[]) {
  tried.clear();
  const advance = controlTime();
  renderApp('/');
  await vi.waitFor(() => expect([...tried]).toEqual(expect.arrayContaining(parts)));
  await advance(2_000);
}

it('keep what came with the HTML: the cards that lead to the form', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div data-part="packages"><a href="/?package=one#register">Choose one exam</a></div>',
  );
  const ofHtml = document.body.lastElementChild;
  await openWithout('Packages');
  ofHtml?.remove();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Choose one exam' })).toBeVisible();
});

it('say that they are missing, in their places: links to the exam times lead there', async () => {
  await openWithout('Timetable');
  expect(await screen.findByText('The exam times could not be loaded.')).toBeVisible();
  const place = document.getElementById('exam-times');
  expect(within(place ?? document.body).getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(screen.queryByText('Loading exam times...')).toBeNull();
});

it('are left out where they only adorn the page, but for the target of its links', async () => {
  await openWithout('PartnerStrip');
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  expect(document.getElementById('partners')?.textContent).toBe('');
});

it('leave it said that nobody can register', async () => {
  serveCall('get', '/api/event', { registration: 'not_yet', opens_at: null, closes_at: null });
  await openWithout('NotOnSale');
  expect(await screen.findByRole('heading', { name: 'Registration is not open' })).toBeVisible();
});
