import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sale } from '@/lib/api/types';
import { renderApp } from '@/site/testing/renderApp';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { allColleges, oneCollege, serve, server } from '@/testing/server';

let pass: (ms: number) => Promise<unknown>;

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  pass = controlTime();
});

const form = () => screen.findByRole('button', { name: 'Register Now' });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Answers with each in turn, and by the clock of the server, so far ahead of the browser's. */
function serveSale(aheadMs: number, ...answers: Sale[]) {
  const asked: Sale[] = [];
  server.use(
    http.get('*/api/event', () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? answers[0];
      if (answer) asked.push(answer);
      const headers = { Date: new Date(Date.now() + aheadMs).toUTCString() };
      return HttpResponse.json(answer, { headers });
    }),
  );
  return asked;
}

describe.each([
  ['right', 0],
  ['hours ahead', -6 * 3_600_000],
  ['hours behind', 6 * 3_600_000],
])('where the browser’s clock is %s', (_, aheadMs) => {
  it('opens the form by itself at its time, and asks no sooner', async () => {
    const opens_at = inMs(600_000 + aheadMs);
    const closed = { registration: 'not_yet' as const, opens_at, closes_at: null };
    const asked = serveSale(aheadMs, closed, { ...closed, registration: 'open' });
    renderApp('/#register');
    expect(await screen.findByText('Registration has not opened yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
    await pass(598_000);
    expect(asked).toHaveLength(1);
    await pass(3_000);
    expect(await form()).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  it('closes the form by itself at its time', async () => {
    const closes_at = inMs(60_000 + aheadMs);
    const open = { registration: 'open' as const, opens_at: null, closes_at };
    serveSale(aheadMs, open, { ...open, registration: 'closed' });
    renderApp('/#register');
    await form();
    await pass(61_000);
    expect(await screen.findByText('Registration has closed')).toBeVisible();
  });
});

it('reckons with how long a cache on the way has had the answer', async () => {
  const closed = { registration: 'not_yet' as const, opens_at: inMs(60_000), closes_at: null };
  const headers = { Date: new Date(Date.now() - 30_000).toUTCString(), Age: '30' };
  server.use(http.get('*/api/event', () => HttpResponse.json(closed, { headers })));
  renderApp('/#register');
  expect(await screen.findByText('Registration has not opened yet')).toBeVisible();
  serveCall('get', '/api/event', { ...closed, registration: 'open' });
  await pass(62_000);
  expect(await form()).toBeVisible();
});

it.each([
  ['the answer says nothing of its time', undefined],
  ['it contradicts its time', 3_600_000],
])('asks each minute where %s, whatever the browser’s clock says', async (_, aheadMs) => {
  const closed = { registration: 'not_yet' as const, opens_at: inMs(-3_600_000), closes_at: null };
  const asked = aheadMs === undefined ? serveCall('get', '/api/event', closed) : serveSale(aheadMs, closed);
  renderApp('/#register');
  expect(await screen.findByText('Registration has not opened yet')).toBeVisible();
  await pass(58_000);
  expect(asked).toHaveLength(1);
  for (let minute = 2; minute <= 4; minute += 1) {
    await pass(60_000);
    expect(asked).toHaveLength(minute);
  }
});

it('shows the form where the server does not say, which decides about each order in any case', async () => {
  serveCall('get', '/api/event', refusal(500, 'internal_error', 'no'));
  renderApp('/#register');
  expect(await form()).toBeVisible();
});

it('waits for the answer for two seconds and no longer', async () => {
  server.use(http.get('*/api/event', () => new Promise<HttpResponse<null>>(() => undefined)));
  renderApp('/#register');
  await screen.findByText('Loading packages...');
  await pass(1_900);
  expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
  await pass(200);
  expect(await form()).toBeVisible();
});
