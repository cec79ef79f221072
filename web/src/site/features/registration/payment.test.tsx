import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { event } from '@/content/event';
import { refuseLocks } from '@/testing/line';
import { stubProvider } from '@/testing/provider';
import { banner, fillAndPress, fillForm, press } from '@/site/testing/fillForm';
import { controlTime } from '@/testing/render';
import { allColleges, created, oneCollege, refused, serve } from '@/testing/server';

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  serve.emailCheck();
});

const button = (name: string) => screen.getByRole('button', { name });

describe('registering', () => {
  it('leaves for the payment page with the session, the return address and the same window', async () => {
    const orders = serve.createOrder(created);
    const { checkout, modes, sources } = stubProvider();
    await fillAndPress();
    expect(button('Processing...')).toBeDisabled();
    await waitFor(() => {
      expect(checkout).toHaveBeenCalledWith({
        paymentSessionId: 'session_1',
        returnUrl: 'http://localhost:8080/payment/return?order_id={order_id}',
        redirectTarget: '_self',
      });
    });
    expect(sources).toEqual(['https://sdk.example/cashfree.js']);
    expect(modes).toEqual(['sandbox']);
    expect(orders).toHaveLength(1);
    expect(orders[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(orders[0]?.body).toEqual({
      customer_name: 'Asha Nair',
      customer_email: 'asha@example.com',
      customer_phone: '9876543210',
      order_amount: 1850,
      order_currency: 'INR',
      exam_preference: 'Offline',
      payment_mode: 'online',
      terms_version: event.termsVersion,
      packageId: 'pkg-all',
      type: 'allColleges',
    });
    expect(button('Processing...')).toBeDisabled();
  });

  it('asks whether the email has paid, by package or by college and course', async () => {
    const queries = serve.emailCheck();
    const orders = serve.createOrder(created);
    stubProvider();
    const { unmount } = await fillAndPress();
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(queries).toEqual([{ email: 'asha@example.com', packageId: 'pkg-all' }]);
    unmount();
    sessionStorage.clear();
    await fillAndPress('one college');
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(queries[1]).toEqual({ email: 'asha@example.com', collegeId: 'col-a', course_category: 'exam-a2' });
    expect(orders[1]?.body).toMatchObject({
      type: 'specificCollege',
      collegeId: 'col-a',
      course_category: 'exam-a2',
      order_amount: 1000,
    });
  });

  it('stops when the email has paid already', async () => {
    serve.emailCheck({ exists: true, isPaid: true });
    const orders = serve.createOrder(created);
    await fillAndPress();
    expect(await banner()).toHaveTextContent(
      'This email has already made a successful payment for the same course in same college',
    );
    expect(orders).toHaveLength(0);
    expect(button('Register Now')).toBeEnabled();
  });

  it('refuses a name that is none, at the field, before anything is sent', async () => {
    const queries = serve.emailCheck();
    const orders = serve.createOrder(created);
    const { user } = await fillForm();
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'www.example.com');
    press();
    expect(await banner()).toHaveTextContent('Please enter a name without a web address');
    expect(screen.getByLabelText('Name')).toBeInvalid();
    expect([...queries, ...orders]).toEqual([]);
  });

  it('goes on when the check itself fails', async () => {
    serve.emailCheck(500);
    const orders = serve.createOrder(created);
    stubProvider();
    await fillAndPress();
    await waitFor(() => expect(orders).toHaveLength(1));
  });

  it('goes on where the browser keeps nothing for the site, and refuses a lock', async () => {
    onTestFinished(refuseLocks());
    const orders = serve.createOrder(created);
    const { checkout } = stubProvider();
    await fillAndPress();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(1);
  });

  it('sends the same key again for the same order, and another one for a changed order', async () => {
    const orders = serve.createOrder(refused(409, { code: 'payment_pending', message: 'Later' }), created);
    stubProvider(() => Promise.resolve({ error: { message: 'No' } }));
    const { user } = await fillAndPress();
    expect(await banner()).toHaveTextContent('Later');
    press();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No'));
    expect(orders[1]?.key).toBe(orders[0]?.key);
    await user.type(screen.getByLabelText('Name'), ' K');
    press();
    await waitFor(() => expect(orders).toHaveLength(3));
    expect(orders[2]?.key).not.toBe(orders[0]?.key);
  });

  it('takes a new key when the server knows the old one with other fields', async () => {
    const orders = serve.createOrder(
      refused(422, { code: 'idempotency_key_reused', message: 'Reused', field: 'Idempotency-Key' }),
      created,
    );
    const { checkout } = stubProvider();
    await fillAndPress('one college');
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).not.toBe(orders[0]?.key);
    // What is known there may be the order of a sister or brother, in another tab.
    expect(orders[1]?.body).not.toHaveProperty('replaces');
  });
});

/** Of what fails, each try after a longer pause than the one before. */
const trying = /We are trying again/;
const pauses = [2, 4, 8];

/** The form is sent, and again by itself as often as it is. */
async function pressAndOutlast() {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const advance = controlTime();
  const app = await fillAndPress();
  for (const seconds of pauses) {
    expect(await screen.findByText(trying)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await advance(seconds * 1_000);
  }
  return app;
}

describe('the server refuses', () => {
  it('with its own words, and the form stays filled', async () => {
    serve.createOrder(refused(409, { code: 'payment_pending', message: 'Your bank has not decided' }));
    await fillAndPress();
    expect(await banner()).toHaveTextContent('Your bank has not decided');
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
  });

  it('for a reason that only an operator can find, by its reference', async () => {
    serve.createOrder(
      refused(500, {
        code: 'internal_error',
        message: 'Something went wrong.',
        request_id: 'JKJaXmPLvHcESHA=',
      }),
    );
    await pressAndOutlast();
    expect(await banner()).toHaveTextContent(/^Something went wrong\.Reference: JKJaXmPLvHcESHA=$/);
  });

  it('what the person can put right, without one', async () => {
    serve.createOrder(
      refused(422, {
        code: 'invalid_field',
        message: 'Please use another address',
        field: 'customer_email',
        request_id: 'JKJaXmPLvHcESHA=',
      }),
    );
    await fillAndPress();
    expect(await banner()).toHaveTextContent(/^Please use another address$/);
  });

  it('with the gateway’s bare message', async () => {
    serve.createOrder(refused(500, { message: 'Internal Server Error' }));
    await pressAndOutlast();
    expect(await banner()).toHaveTextContent('Internal Server Error');
  });

  it('without any words', async () => {
    serve.createOrder(() => new Response('<html>', { status: 500 }));
    await pressAndOutlast();
    expect(await banner()).toHaveTextContent('Payment initialization failed');
  });

  it('not at all, because there is no network', async () => {
    serve.createOrder(() => Response.error());
    await pressAndOutlast();
    expect(await banner()).toHaveTextContent('No answer came from the server');
  });

  it('naming a field, which is then marked', async () => {
    serve.createOrder(
      refused(422, { code: 'invalid_field', message: 'Please use another address', field: 'customer_email' }),
    );
    await fillAndPress();
    expect(await banner()).toHaveTextContent('Please use another address');
    expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
  });

  it('because the price has changed: the new one is shown, and sent the next time', async () => {
    const orders = serve.createOrder(
      refused(409, { code: 'price_changed', message: 'Changed', field: 'order_amount', price: 1900 }),
      created,
    );
    stubProvider();
    await fillAndPress();
    expect(await banner()).toHaveTextContent(
      'The price of All-Inclusive Exam Access has changed to Rs 1,900.',
    );
    // The list may still come from a cache with the old price; what the server said last counts.
    expect(screen.getByRole('radio', { name: /All-Inclusive.*Rs\s1,900/ })).toBeChecked();
    expect(screen.getByText('To pay').parentElement).toHaveTextContent('Rs 1,900');
    press();
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(orders[1]?.body.order_amount).toBe(1900);
    expect(orders[1]?.key).not.toBe(orders[0]?.key);
  });

  it('because no place of the exam is left: the list says so at once, and nothing that was typed is lost', async () => {
    serve.createOrder(refused(409, { code: 'sold_out', message: 'Sold out', field: 'course_category' }));
    await fillAndPress('one college');
    expect(await banner()).toHaveTextContent('BBA is sold out. Nothing has been charged.');
    const course = screen.getByLabelText('Course');
    expect(course).toHaveAccessibleDescription('Choose another exam');
    expect(course).toHaveDisplayValue('BBA – Sold out');
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  });

  it('because the email has paid meanwhile', async () => {
    serve.createOrder(
      refused(409, { code: 'already_paid', message: 'This email has already made a payment' }),
    );
    await fillAndPress();
    expect(await banner()).toHaveTextContent('This email has already made a payment');
  });
});

describe('too many people at once', () => {
  const tooMany = (seconds: string) =>
    refused(429, { code: 'too_many_requests', message: 'Too many requests' }, { 'Retry-After': seconds });
  /** How far into the seconds over which the returns are spread. */
  const spreadBy = (part: number) => vi.spyOn(Math, 'random').mockReturnValue(part);

  beforeEach(() => {
    spreadBy(0);
  });

  it.each([
    ['7', '10'],
    ['60', '63'],
  ])('that must wait %s seconds do not all come back at the same moment', async (wait, waits) => {
    spreadBy(0.99);
    serve.createOrder(tooMany(wait));
    await fillAndPress();
    expect(await screen.findByText(new RegExp(`in ${waits} seconds`))).toBeVisible();
  });

  it('makes the form wait as long as requested, say so, and retry automatically', async () => {
    const orders = serve.createOrder(tooMany('7'), created);
    const { checkout } = stubProvider();
    const advance = controlTime();
    await fillAndPress();
    expect(await screen.findByText(/We will try again automatically in 7 seconds/)).toBeVisible();
    expect(button('Processing...')).toBeDisabled();
    await advance(5_000);
    expect(orders).toHaveLength(1);
    await advance(2_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(2);
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(screen.queryByText(/try again automatically/)).not.toBeInTheDocument();
  });

  it('is waited for as long as it takes, up to half an hour', async () => {
    const orders = serve.createOrder(tooMany('800'));
    const advance = controlTime();
    await fillAndPress();
    await screen.findByText(/in 800 seconds/);
    await advance(800_000);
    await waitFor(() => expect(orders).toHaveLength(2));
    await advance(800_000);
    expect(await banner()).toHaveTextContent('Too many requests');
    expect(orders).toHaveLength(3);
    expect(button('Register Now')).toBeEnabled();
  });

  it.each([
    ['of the gateway', refused(429, { message: 'Too Many Requests' })],
    ['of Lambda, which has no instance left', refused(503, { message: 'Service Unavailable' })],
  ])('%s is said, and the same key is sent again after growing pauses', async (_, busy) => {
    spreadBy(1);
    const orders = serve.createOrder(...Array<typeof busy>(6).fill(busy), created);
    const { checkout } = stubProvider();
    const advance = controlTime();
    await fillAndPress();
    for (const [number, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
      expect(await screen.findByText(new RegExp(`in ${String(seconds)} seconds`))).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      await advance(seconds * 1_000);
      await waitFor(() => expect(orders).toHaveLength(number + 2));
    }
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
    expect(screen.queryByText(/try again automatically/)).not.toBeInTheDocument();
  });
});

describe('the server, or what is behind it, fails for a moment', () => {
  const down = refused(500, { code: 'internal', message: 'Something went wrong' });
  const unavailable = refused(502, {
    code: 'provider_unavailable',
    message: 'Payment initialization failed',
  });
  const timedOut = refused(504, { message: 'Endpoint request timed out' });
  const silent = [timedOut, refused(502, { message: 'Bad Gateway' })];

  it('and answers that say "not now" are no failures, among others too', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const busy = refused(503, { message: 'Service Unavailable' });
    const mixed = [busy, busy, busy, ...silent, down, busy, unavailable, ...silent, down];
    const orders = serve.createOrder(...mixed, created);
    const { checkout } = stubProvider();
    const advance = controlTime();
    await fillAndPress();
    for (const [number] of mixed.entries()) {
      await waitFor(() => expect(orders).toHaveLength(number + 1));
      expect(await screen.findByText(/try again automatically|We are trying again/)).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      await advance(Math.min(30, 2 ** (number + 1)) * 1_000);
    }
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
  });

  it('and the form says so and sends the same key again', async () => {
    const orders = serve.createOrder(unavailable, ...silent, created);
    const { checkout } = stubProvider();
    await pressAndOutlast();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(4);
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
    expect(screen.queryByText(trying)).not.toBeInTheDocument();
  });

  it('and what is behind it for longer: after three minutes the person decides', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const orders = serve.createOrder(timedOut);
    const advance = controlTime();
    await fillAndPress();
    for (const [number, seconds] of [2, 4, 8, 16, 30, 30, 30, 30, 30].entries()) {
      await waitFor(() => expect(orders).toHaveLength(number + 1));
      expect(await screen.findByText(trying)).toBeVisible();
      await advance(seconds * 1_000);
    }
    expect(await banner()).toBeVisible();
    expect(orders).toHaveLength(10);
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  });

  it.each([
    ['the server', down, 'Something went wrong'],
    ['the provider, which may refuse what was typed', unavailable, 'Payment initialization failed'],
  ])(
    'and for longer, %s: the person decides when to go on, and the form is filled',
    async (_, failure, words) => {
      const orders = serve.createOrder(failure);
      await pressAndOutlast();
      expect(await banner()).toHaveTextContent(words);
      expect(orders).toHaveLength(4);
      expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    },
  );
});

it('is ready again when a person comes Back and the browser shows the page as it was left', async () => {
  serve.createOrder(created);
  const { checkout } = stubProvider();
  await fillAndPress();
  await waitFor(() => expect(checkout).toHaveBeenCalled());
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect(button('Register Now')).toBeEnabled();
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
});
