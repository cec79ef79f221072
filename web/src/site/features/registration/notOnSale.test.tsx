import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { event } from '@/content/event';
import { banner, fillAndPress, join, press } from '@/site/testing/fillForm';
import { renderApp } from '@/site/testing/renderApp';
import { serveCall } from '@/testing/calls';
import { inLine, stubLocks } from '@/testing/line';
import { stubProvider } from '@/testing/provider';
import { controlTime } from '@/testing/render';
import { allColleges, created, oneCollege, refused, serve } from '@/testing/server';
import { attemptFor, attemptStore } from './attempt';
import { toSummary } from './order';
import { moment } from '@/lib/eventMoment';
import { briefly, instead } from '@/lib/saleWords';

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
  const links = within(screen.getByRole('status')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Find my pass', 'Contact us']);
});

it('says whose time that is on a device with another', async () => {
  inIndia(false);
  serveCall('get', '/api/event', notYet);
  renderApp('/#register');
  expect(await screen.findByText('It opens on Thu 1 May, 10 AM (India time).')).toBeVisible();
  expect(instead(notYet)).toBe('Opens Thu 1 May, 10 AM (India time)');
});

it.each([
  [notYet, 'Opens Thu 1 May, 10 AM'],
  [closed, 'Registration closed'],
])('says so on the first button, in the place of the price', async (sale, words) => {
  serveCall('get', '/api/event', sale);
  renderApp('/');
  const hero = within(await screen.findByRole('region', { name: 'The expo' }));
  expect(await hero.findByRole('link', { name: words })).toHaveAttribute('href', '/#register');
  expect(hero.queryByRole('link', { name: /^Register/ })).toBeNull();
});

it('has the lowest price on the first button while registration is open', async () => {
  renderApp('/');
  const hero = within(await screen.findByRole('region', { name: 'The expo' }));
  expect(await hero.findByRole('link', { name: /^Register from Rs\s1,000$/ })).toBeVisible();
});

it('says since when it has closed, and opens no dialog', async () => {
  const pass = controlTime();
  serveCall('get', '/api/event', closed);
  renderApp('/');
  expect(await screen.findByText('It closed on Fri 30 May, 6 PM.')).toBeVisible();
  await pass(6_000);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const midnight = Date.parse(`${event.dayDates.at(-1) ?? ''}T24:00:00+05:30`);

it.each([
  ['what comes next once it has closed', midnight - 1_000, 1],
  ['no more of it once the last day is over', midnight, 0],
])('says %s', async (_, now, times) => {
  vi.spyOn(Date, 'now').mockReturnValue(now);
  serveCall('get', '/api/event', closed);
  renderApp('/#register');
  expect(await screen.findByText('Registration has closed')).toBeVisible();
  expect(screen.queryAllByText(/^Next come the exams and their results/)).toHaveLength(times);
  const links = within(screen.getByRole('status')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/find-pass',
    '/hall-ticket',
    '/results',
    '/contact-us',
  ]);
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

describe('what was begun in time, when registration closes meanwhile', () => {
  const open = { registration: 'open' as const, opens_at: null, closes_at: closed.closes_at };
  let pass: (ms: number) => Promise<unknown>;

  beforeEach(() => {
    serveCall('get', '/api/event', open, closed);
    serve.emailCheck();
    pass = controlTime();
  });

  /** The page learns of it, as the cards show. */
  const close = async () => {
    await pass(61_000);
    expect(await screen.findAllByText('Registration closed')).not.toHaveLength(0);
  };

  it('goes on from a place in line that is left to change something, also after a reload', async () => {
    const { app, orders, checkout } = await join(inLine(420), created);
    await close();
    await app.user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    expect(screen.getByText(/^Your place in the line is held until \d/)).toBeVisible();
    app.unmount();
    renderApp('/#register');
    expect(await screen.findByLabelText('Name')).toHaveValue('Asha Nair');
    await screen.findByText('Includes all colleges and courses. No selection needed.');
    press();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(orders[1]?.body).toHaveProperty('ticket', 'ticket-1');
  });

  it.each([
    ['the price has changed', 409, { code: 'price_changed', message: 'Changed', price: 1900 }, /Rs\s1,900/],
    [
      'a field does not fit',
      422,
      { code: 'invalid_field', message: 'Use another address' },
      /another address/,
    ],
  ])('says that %s when its turn has come, and goes on', async (_, status, body, words) => {
    const { orders, checkout } = await join(inLine(120), refused(status, body), created);
    await close();
    await pass(60_000);
    expect(await banner()).toHaveTextContent(words);
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    press();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[2]?.body).toHaveProperty('ticket', 'ticket-1');
  });

  it('says that the payment page did not load, and opens the same order again', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const orders = serve.createOrder(() => held.then(created), created);
    stubProvider(undefined, ['blocked']);
    await fillAndPress();
    await waitFor(() => expect(orders).toHaveLength(1));
    await close();
    letGo();
    await waitFor(() => expect(attemptStore.get()?.orderId).toBe('order_1'));
    await pass(40_000);
    expect(await banner()).toHaveTextContent(/payment page could not be loaded/);
    press();
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(orders[1]?.key).toBe(orders[0]?.key);
  });

  it('is named to who opens the site again, and goes on there', async () => {
    onTestFinished(stubLocks());
    await join(inLine(420), created);
    sessionStorage.clear();
    const { user } = renderApp('/#register');
    expect(await screen.findByRole('heading', { name: 'Registration has closed' })).toBeVisible();
    const goOn = await screen.findByRole('button', { name: 'Go on with it here' });
    expect(goOn).toHaveAccessibleDescription(/^Asha Nair has a place in the line/);
    expect(screen.queryByText(/^To register another person/)).not.toBeInTheDocument();
    await user.click(goOn);
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: 'Your place in the line' })).toHaveLength(2),
    );
  });

  it('is promised no place any more where the server refuses one that was left', async () => {
    const over = { code: 'registration_closed', message: 'Registration has closed' };
    const { app } = await join(inLine(120), refused(409, over));
    await close();
    await app.user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    expect(screen.getByText(/^Your place in the line is held until \d/)).toBeVisible();
    press();
    expect(await screen.findByRole('heading', { name: 'Registration has closed' })).toBeVisible();
    expect(screen.queryByText(/^Your place in the line is held/)).not.toBeInTheDocument();
  });

  it('is over where the server says so, and its place is forgotten', async () => {
    const over = { code: 'registration_closed', message: 'Registration has closed' };
    await join(inLine(120), refused(409, over));
    await close();
    await pass(60_000);
    expect(await screen.findByRole('heading', { name: 'Registration has closed' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(attemptStore.get()).not.toHaveProperty('ticket');
  });
});

it('has its words for the cards', () => {
  expect(instead(notYet)).toBe('Opens Thu 1 May, 10 AM');
  expect(instead({ registration: 'not_yet', opens_at: null })).toBe('Opens soon');
  expect(instead(closed)).toBe('Registration closed');
  expect(instead({ registration: 'open' })).toBeUndefined();
  expect(instead(undefined)).toBeUndefined();
  expect(briefly(notYet)).toBe('Opens 1 May');
  expect(briefly({ registration: 'not_yet', opens_at: '2025-05-31T18:45:00Z' })).toBe('Opens 1 Jun');
  expect(briefly({ registration: 'not_yet', opens_at: null })).toBe('Opens soon');
  expect(briefly(closed)).toBe('Closed');
  expect(briefly({ registration: 'open' })).toBeUndefined();
  expect(briefly(undefined)).toBeUndefined();
  expect(moment('2025-05-31T18:45:00Z')).toBe('Sun 1 Jun, 12:15 AM');
});
