import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
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

it('opens the form by itself at its time, and asks again where the browser’s clock is ahead', async () => {
  const opens_at = inMs(600_000);
  const closed = { registration: 'not_yet' as const, opens_at, closes_at: null };
  const asked = serveCall('get', '/api/event', closed, closed, { ...closed, registration: 'open' });
  renderApp('/#register');
  expect(await screen.findByText('Registration has not opened yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
  await pass(599_000);
  expect(asked).toHaveLength(1);
  await pass(1_000);
  expect(await screen.findByText('Registration has not opened yet')).toBeVisible();
  await pass(2_000);
  expect(await form()).toBeVisible();
  expect(asked).toHaveLength(3);
});

it('closes the form by itself at its time', async () => {
  const closes_at = inMs(60_000);
  const open = { registration: 'open' as const, opens_at: null, closes_at };
  serveCall('get', '/api/event', open, { ...open, registration: 'closed' });
  renderApp('/#register');
  await form();
  await pass(60_000);
  expect(await screen.findByText('Registration has closed')).toBeVisible();
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
