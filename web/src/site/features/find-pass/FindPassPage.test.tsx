import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { landing } from '@/content/landing';
import { event } from '@/content/event';
import { renderApp } from '@/site/testing/renderApp';
import { onItsWay, refused, serve } from '@/testing/server';

const field = () => screen.getByLabelText('Email');
const button = () => screen.getByRole('button', { name: 'Send my pass' });

async function open() {
  const app = renderApp('/find-pass');
  await screen.findByRole('heading', { level: 1, name: 'Find my pass' });
  const send = async (email: string) => {
    if (email) await app.user.type(field(), email);
    await app.user.click(button());
  };
  return { ...app, send };
}

/** An answer that comes when the test lets it. */
function held() {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    letGo = done;
  });
  const reply = async () => {
    await released;
    return HttpResponse.json({ message: onItsWay }, { status: 202 });
  };
  return { reply, letGo };
}

it('asks for the mail, gives the server’s words, and says what to do when none comes', async () => {
  const sent = serve.findPass();
  const { send } = await open();
  expect(document.title).toBe(`Find my pass | ${event.name}`);
  await send(' asha@example.com ');
  const region = await screen.findByRole('status');
  await waitFor(() => expect(region).toHaveTextContent(onItsWay));
  expect(region).toHaveTextContent('asha@example.com');
  expect(sent).toEqual([{ email: 'asha@example.com' }]);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your mail' })).toHaveFocus());
  expect(screen.getByText(/spam folder/)).toBeVisible();
  // The server says that one is on its way also where there have been enough.
  expect(screen.getByText(/one mail in ten minutes and six a day at most/)).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us');
});

it('takes another address after that, with the focus in its empty field', async () => {
  const sent = serve.findPass();
  const { send, user } = await open();
  await send('asha@example.com');
  await user.click(await screen.findByRole('button', { name: 'Try another address' }));
  await waitFor(() => expect(field()).toHaveFocus());
  expect(field()).toHaveValue('');
  await send('binu@example.com');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('binu@example.com'));
  expect(sent).toEqual([{ email: 'asha@example.com' }, { email: 'binu@example.com' }]);
});

it('takes nothing more while the request is on its way, and does not take the focus from who moved on', async () => {
  const { reply, letGo } = held();
  const sent = serve.findPass(reply);
  const { send } = await open();
  await send('asha@example.com');
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  expect(field()).toBeDisabled();
  const elsewhere = screen.getByRole('button', { name: 'Menu' });
  elsewhere.focus();
  letGo();
  await screen.findByRole('heading', { name: 'Check your mail' });
  expect(elsewhere).toHaveFocus();
  expect(sent).toHaveLength(1);
});

it.each([
  ['nothing', '', 'Your email address is missing.'],
  ['a word', 'asha', 'It should look like name@example.com.'],
])('refuses %s at its field without asking the server', async (_, typed, words) => {
  const sent = serve.findPass();
  const { send } = await open();
  await send(typed);
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(words) as string);
  expect(field()).toHaveFocus();
  expect(sent).toHaveLength(0);
});

it('shows at its field what the server says about the address, until it is changed', async () => {
  const words = 'Please enter a valid email address';
  serve.findPass(refused(422, { code: 'invalid_field', field: 'email', message: words }));
  const { send, user } = await open();
  await send('asha@example.co');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(words) as string));
  await waitFor(() => expect(field()).toHaveFocus());
  await user.type(field(), 'x');
  expect(field()).toBeValid();
});

it('asks about an address that looks mistyped', async () => {
  const sent = serve.findPass();
  const { user } = await open();
  await user.type(field(), 'asha@gmail.con');
  await user.tab();
  await user.click(await screen.findByRole('button', { name: 'asha@gmail.com' }));
  expect(field()).toHaveValue('asha@gmail.com');
  await user.click(button());
  await waitFor(() => expect(sent).toEqual([{ email: 'asha@gmail.com' }]));
});

describe('keeps the address, and takes it again,', () => {
  it.each([
    [
      'after a failure of the server',
      refused(500, { code: 'internal_error', message: 'Something went wrong.', request_id: 'id-1' }),
      /The server met an error, so we do not know .*id-1/,
    ],
    ['without a network', () => Response.error(), /No answer came from the server/],
    [
      'after a limit, which says when',
      refused(429, { code: 'too_many_requests', message: 'no' }, { 'Retry-After': '421' }),
      /Please try again in 8 minutes/,
    ],
    [
      'after a limit that is nearly over',
      refused(429, { code: 'too_many_requests', message: 'no' }, { 'Retry-After': '12' }),
      /Please try again in a minute/,
    ],
    [
      'after a limit of the gateway',
      refused(429, { message: 'Too Many Requests' }),
      /again in a few minutes/,
    ],
    ['after an answer that is none of ours', refused(200, null), /No answer came/],
  ])('%s', async (_, reply, words) => {
    serve.findPass(reply, () => HttpResponse.json({ message: onItsWay }, { status: 202 }));
    const { send } = await open();
    await send('asha@example.com');
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent(words);
    expect(banner).toHaveFocus();
    expect(field()).toHaveValue('asha@example.com');
    expect(field()).toBeValid();
    await send('');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(onItsWay));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('offers the passes of this device first', async () => {
  const { unmount } = await open();
  expect(screen.queryByText(/on this device/)).toBeNull();
  unmount();
  localStorage.setItem('passes', JSON.stringify([{ orderId: 'order_1', name: 'Asha Nair' }]));
  await open();
  const kept = screen.getByRole('region', { name: 'Your pass on this device' });
  const link = within(kept).getByRole('link', { name: /^Asha Nair/ });
  expect(link).toHaveAttribute('href', '/payment/success?order_id=order_1');
  expect(link.compareDocumentPosition(field())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('is reached', () => {
  // The page takes the place of one that says that it is loading.
  const link = () =>
    waitFor(() => within(screen.getByRole('main')).getByRole('link', { name: /Find my pass/ }));

  it.each([
    ['from the contact page', '/contact-us'],
    ['from a checkout without an order', '/checkout'],
    ['from a failed payment', '/payment/failed'],
    ['from a pass page without an order', '/payment/success'],
  ])('%s', async (_, at) => {
    renderApp(at);
    expect(await link()).toHaveAttribute('href', '/find-pass');
  });

  it.each([
    ['is not there', null],
    ['cannot be fetched', 404],
  ])('from the pass of an order that %s', async (_, reply) => {
    serve.order(reply);
    renderApp('/payment/success?order_id=order_1');
    expect(await link()).toHaveAttribute('href', '/find-pass');
  });

  it('from the footer, and from the menu unless this device keeps a pass', async () => {
    const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
    const { unmount } = renderApp('/about-us');
    const footer = within(await screen.findByRole('navigation', { name: 'Footer' }));
    expect(footer.getByRole('link', { name: 'Find my pass' })).toHaveAttribute('href', '/find-pass');
    expect(menu().getByRole('link', { name: 'Find my pass' })).toHaveAttribute('href', '/find-pass');
    unmount();
    localStorage.setItem('passes', JSON.stringify([{ orderId: 'order_1', name: 'Asha Nair' }]));
    renderApp('/about-us');
    expect(menu().queryByRole('link', { name: 'Find my pass' })).toBeNull();
  });

  it('from the questions and the contacts of the landing page', async () => {
    serve.packages([]);
    renderApp('/');
    const contacts = await screen.findByRole('region', { name: 'Talk to us' });
    expect(within(contacts).getByRole('link', { name: 'Find my pass' })).toHaveAttribute(
      'href',
      '/find-pass',
    );
    for (const { question, link } of landing.questions) {
      if (link?.to !== 'findPass') continue;
      const item = screen.getByText(question).closest('details') ?? document.body;
      expect(within(item).getByText(link.words)).toHaveAttribute('href', '/find-pass');
    }
  });
});
