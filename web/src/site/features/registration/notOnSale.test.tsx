import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { allColleges, oneCollege, serve } from '@/testing/server';
import { attemptFor, attemptStore } from './attempt';
import { toSummary } from './order';
import { moment } from '@/lib/eventMoment';
import { instead } from '@/lib/saleWords';

const inIndia = (is = true) =>
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(is ? -330 : -240);

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  inIndia();
});

const notYet = { registration: 'not_yet' as const, opens_at: '2025-05-01T04:30:00Z', closes_at: null };
const closed = { registration: 'closed' as const, opens_at: null, closes_at: '2025-05-30T12:30:00Z' };

it('says when registration opens, by the event’s own clock', async () => {
  serveCall('get', '/api/event', notYet);
  renderApp('/#register');
  expect(await screen.findByText('It opens on Thu 1 May, 10 AM.')).toBeVisible();
  expect(within(screen.getByRole('status')).getByRole('link', { name: 'Find my pass' })).toBeVisible();
});

it('says whose time that is on a device with another', async () => {
  inIndia(false);
  serveCall('get', '/api/event', notYet);
  renderApp('/#register');
  expect(await screen.findByText('It opens on Thu 1 May, 10 AM (India time).')).toBeVisible();
  expect(instead(notYet)).toBe('Opens Thu 1 May, 10 AM (India time)');
});

it('says since when it has closed, and opens no dialog', async () => {
  const pass = controlTime();
  serveCall('get', '/api/event', closed);
  renderApp('/');
  expect(await screen.findByText('It closed on Fri 30 May, 6 PM.')).toBeVisible();
  await pass(6_000);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the way to an order that is open', async () => {
  const order = {
    customer_name: 'Asha Nair',
    customer_email: 'asha@example.com',
    customer_phone: '9876543210',
    exam_preference: 'Offline',
    order_amount: 1850,
    packageId: 'pkg-all',
    type: 'allColleges',
  } as const;
  const attempt = attemptFor(
    order,
    toSummary({ package: allColleges, college: undefined, course: undefined }),
  );
  attemptStore.set({ ...attempt, orderId: 'order_1' });
  serveCall('get', '/api/event', closed);
  renderApp('/#register');
  expect(await screen.findByText('Registration has closed')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See your order' })).toBeVisible();
});

it('has its words for the cards', () => {
  expect(instead(notYet)).toBe('Opens Thu 1 May, 10 AM');
  expect(instead({ registration: 'not_yet', opens_at: null })).toBe('Opens soon');
  expect(instead(closed)).toBe('Registration closed');
  expect(instead({ registration: 'open' })).toBeUndefined();
  expect(instead(undefined)).toBeUndefined();
  expect(moment('2025-05-31T18:45:00Z')).toBe('Sun 1 Jun, 12:15 AM');
});
