import { readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { banner, join, time, waiting } from '@/site/testing/fillForm';
import { inLine, look, refuseLocks, stubLocks } from '@/testing/line';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { allColleges, created, oneCollege, refused, serve } from '@/testing/server';
import { attemptStore } from './attempt';
import { alone, clockTime, countdown, heldForMinutes } from './line';
import { keptPlaces } from './places';

const unreachable = () => screen.findByText(/The server cannot be reached. Your place is kept/);

let advance: (ms: number) => Promise<unknown>;

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  serve.emailCheck();
  advance = controlTime();
});

describe('a place in the line', () => {
  it('is counted down, and continues with the same key and the ticket at its moment, not before', async () => {
    const { orders, checkout } = await join(inLine(420), created);
    await waitFor(() => expect(screen.getByRole('heading', { name: /place in the line/ })).toHaveFocus());
    expect(time()).toHaveTextContent('about 7 minutes');
    expect(screen.getByText('About 120 people ahead of you')).toBeVisible();
    expect(screen.getByText('Asha Nair')).toBeVisible();
    await advance(210_000);
    expect(time()).toHaveTextContent('about 4 minutes');
    expect(screen.getByText('About 60 people ahead of you')).toBeVisible();
    await advance(205_000);
    expect(time()).toHaveTextContent('less than a minute');
    expect(orders).toHaveLength(1);
    await advance(6_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(2);
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(orders[1]?.body).toEqual({ ...orders[0]?.body, ticket: 'ticket-1' });
    expect(attemptStore.get()?.orderId).toBe('order_1');
    expect(localStorage).toHaveLength(0);
  });

  it('is announced at a change of the minute, and not each second', async () => {
    await join(inLine(150), created);
    const said: (string | null)[] = [];
    const watch = new MutationObserver(() => said.push(time()?.textContent ?? null));
    watch.observe(time() ?? document.body, { characterData: true, childList: true, subtree: true });
    await advance(100_000);
    watch.disconnect();
    expect(said).toEqual(['Your turn is in about 2 minutes', 'Your turn is in less than a minute']);
  });

  it('whose moment has moved is shown at its new moment', async () => {
    const { orders, checkout } = await join(inLine(60), inLine(180), created);
    await advance(61_000);
    expect(time()).toHaveTextContent('about 3 minutes');
    expect(orders).toHaveLength(2);
    await advance(181_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
  });

  it('behind many of the same network says so', async () => {
    await join(inLine(420, 90, 'ticket-1', { waits_for: 'address' }), created);
    expect(screen.getByText(/^Many people on your network are registering now/)).toBeVisible();
    expect(screen.getByText('About 90 people on your network ahead of you')).toBeVisible();
  });

  it('in a line that is held says until when, and learns that it goes on sooner', async () => {
    const heldUntil = Date.now() + 1_800_000;
    const held = { waits_for: 'hold' as const, held_until: new Date(heldUntil).toISOString() };
    const { orders, checkout } = await join(inLine(1_860, 60, 'ticket-1', held), inLine(300, 60), created);
    const why = screen.getByText(/^The organisers have paused payments until/);
    expect(why).toHaveTextContent(clockTime(heldUntil));
    expect(screen.getByText('About 60 people ahead of you')).toBeVisible();
    await advance(50_000);
    expect(orders).toHaveLength(1);
    // Two minutes at most, and one look more.
    await advance(90_000);
    expect(orders).toHaveLength(2);
    expect(time()).toHaveTextContent(/about [45] minutes/);
    expect(why).not.toBeInTheDocument();
    expect(screen.queryByText('It is your turn')).not.toBeInTheDocument();
    await advance(301_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
  });

  it('that was already behind the door is not asked for in a hurry', async () => {
    const { orders } = await join(inLine(0), inLine(0), created);
    await advance(900);
    expect(orders).toHaveLength(1);
  });

  it('can be left to change something: nothing that was typed is lost, and not the place', async () => {
    const { app, orders, checkout } = await join(inLine(420), created);
    await app.user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
    expect(screen.getByLabelText('Phone')).toHaveValue('9876543210');
    expect(screen.getByRole('button', { name: 'Register Now' })).toBeEnabled();
    expect(localStorage).toHaveLength(0);
    expect(screen.getByText(/^Your place in the line is held until \d/)).toBeVisible();
    await advance(100_000);
    expect(orders).toHaveLength(1);
    // The place is found again by its key and ticket, with what was changed.
    await app.user.type(screen.getByLabelText('Name'), ' K');
    await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(orders[1]?.body).toMatchObject({ ticket: 'ticket-1', customer_name: 'Asha Nair K' });
    expect(attemptStore.get()).not.toHaveProperty('ticket');
  });
});

describe('the device’s clock', () => {
  const place = (toldAt: number) => ({
    attempt: {} as never,
    ticket: 't',
    ahead: 1,
    etaMs: 60_000,
    toldAt,
    joinedAt: toldAt,
    mailTo: '',
    mailAt: 0,
    waitsFor: 'line' as const,
    heldUntil: 0,
  });

  it('may be put back while the page waits', () => {
    const ran = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const left = countdown(place(Date.now()));
    vi.setSystemTime(Date.now() - 3_600_000);
    ran.mockReturnValue(51_000);
    expect(left()).toBeCloseTo(10_000, -2);
  });

  it('counts the sleep of a device whose timers were stopped', () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const left = countdown(place(Date.now()));
    vi.setSystemTime(Date.now() + 50_000);
    expect(left()).toBeCloseTo(10_000, -2);
  });

  it('that is behind what was kept says nothing, so the server is asked', () => {
    expect(countdown(place(Date.now() + 3_600_000))()).toBeLessThanOrEqual(0);
  });
});

describe('a candidate who looks elsewhere', () => {
  it('is called by the title, keeps the turn for the time being, and goes on by coming back', async () => {
    const { orders, checkout } = await join(inLine(60), created);
    const own = document.title;
    act(() => {
      look('elsewhere');
    });
    await advance(1_000);
    expect(document.title).toMatch(/^In less than a minute/);
    await advance(60_000);
    const titles = new Set<string>();
    for (let second = 0; second < 4; second += 1) {
      titles.add(document.title);
      await advance(1_000);
    }
    expect(titles).toEqual(new Set(['Your turn: continue to the payment', '● Your turn']));
    expect(orders).toHaveLength(1);
    act(() => {
      look('page');
    });
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(2);
    expect(document.title).toBe(own);
  });

  it('for longer than the turn is held gets the next moment from the server', async () => {
    const { orders, checkout } = await join(inLine(60), inLine(20), created);
    act(() => {
      look('elsewhere');
    });
    await advance(29 * 60_000);
    expect(document.title).toMatch(/Your turn/);
    await advance(3 * 60_000);
    expect(document.title).toBe('Come back to the line');
    expect(orders).toHaveLength(1);
    act(() => {
      look('page');
    });
    await waitFor(() => expect(orders).toHaveLength(2));
    await waiting();
    await advance(21_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
  });
});

describe('at the moment', () => {
  it('the network is away: it is tried again quietly, and at once when it is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const gone = () => Response.error();
    const { orders, checkout } = await join(inLine(60), gone, gone, gone, created);
    await advance(61_000);
    await unreachable();
    expect(orders).toHaveLength(2);
    await advance(2_000);
    await waitFor(() => expect(orders).toHaveLength(3));
    await advance(2_000);
    expect(orders).toHaveLength(3);
    await advance(2_000);
    await waitFor(() => expect(orders).toHaveLength(4));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(keptPlaces()).toHaveLength(1);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[4]?.key).toBe(orders[0]?.key);
  });

  it('the network is away: what was sent keeps the names that this tab knows', async () => {
    const { app } = await join(inLine(60), () => Response.error());
    const kept = attemptStore.get();
    if (!kept) throw new Error('There is no attempt');
    attemptStore.set({ ...kept, summary: { ...kept.summary, packageName: 'All Exams' } });
    app.unmount();
    renderApp('/');
    await waiting();
    await advance(61_000);
    await unreachable();
    expect(screen.getByText('All Exams')).toBeVisible();
  });

  it.each([
    ['server', 500, { code: 'internal', message: 'Something went wrong' }],
    ['payment provider', 502, { code: 'provider_unavailable', message: 'Payment initialization failed' }],
  ])(
    'the %s keeps failing: the form says so after a while, and the place is kept',
    async (_, status, body) => {
      const down = refused(status, body);
      const { app, orders, checkout } = await join(inLine(60), ...Array<typeof down>(7).fill(down), created);
      await advance(61_000);
      await unreachable();
      await advance(180_000);
      expect(await banner()).toHaveTextContent(body.message);
      expect(orders).toHaveLength(8);
      expect(keptPlaces()).toHaveLength(1);
      await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
      await waitFor(() => expect(checkout).toHaveBeenCalled());
      expect(orders[8]?.key).toBe(orders[0]?.key);
    },
  );

  it('the price has changed: the new one is shown, and goes through from the same place', async () => {
    const { app, orders, checkout } = await join(
      inLine(60),
      refused(409, { code: 'price_changed', message: 'Changed', field: 'order_amount', price: 1900 }),
      created,
    );
    await advance(61_000);
    expect(await banner()).toHaveTextContent('has changed to Rs 1,900. Nothing has been charged.');
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[2]?.key).toBe(orders[0]?.key);
    expect(orders[2]?.body).toMatchObject({ ticket: 'ticket-1', order_amount: 1900 });
  });

  it.each([
    ['the address has paid', 409, { code: 'already_paid', message: 'This email has already paid' }],
    ['a field does not fit', 422, { code: 'invalid_field', message: 'Please use another address' }],
  ])('%s: the form says so, filled, and nobody waits any more', async (_, status, body) => {
    const { app, orders } = await join(inLine(60), refused(status, body));
    await advance(61_000);
    expect(await banner()).toHaveTextContent(body.message);
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    expect(screen.getByLabelText('Phone')).toHaveValue('9876543210');
    expect(localStorage).toHaveLength(0);
    app.unmount();
    renderApp('/');
    await advance(2_000);
    expect(await screen.findByLabelText('Name')).toHaveValue('Asha Nair');
    expect(orders).toHaveLength(2);
  });

  it('the server has too many: it waits as requested, in the line', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const tooMany = refused(429, { code: 'too_many_requests', message: 'No' }, { 'Retry-After': '7' });
    const { orders, checkout } = await join(inLine(60), tooMany, created);
    await advance(61_000);
    expect(await screen.findByText(/try again automatically in 7 seconds/)).toBeVisible();
    await advance(7_500);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(3);
  });
});

it('says for as long as the server holds a turn that it is held', async () => {
  const held = /pub const HELD: Micros = (\d+) \* MINUTE;/.exec(
    readFileSync('../shared/domain/src/line.rs', 'utf8'),
  );
  expect(String(heldForMinutes)).toBe(held?.[1]);
  await join(inLine(60));
  expect(await screen.findByText(/your turn is held for 30 minutes/)).toBeVisible();
});

describe('what is done by one tab at a time', () => {
  it.each([
    ['with locks', stubLocks],
    ['with locks that are refused', refuseLocks],
    ['without locks', () => () => undefined],
  ])('is done once %s, also when it fails', async (_, prepare) => {
    onTestFinished(prepare());
    const { signal } = new AbortController();
    const done = vi.fn(() => Promise.resolve('done'));
    expect(await alone('key', signal, done)).toBe('done');
    expect(done).toHaveBeenCalledTimes(1);
    const failed = vi.fn(() => Promise.reject(new Error('failed')));
    await expect(alone('key', signal, failed)).rejects.toThrow('failed');
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('is not done any more when it is called off', async () => {
    onTestFinished(refuseLocks());
    const done = vi.fn(() => Promise.resolve('done'));
    await expect(alone('key', AbortSignal.abort(), done)).rejects.toThrow();
    expect(done).not.toHaveBeenCalled();
  });
});
