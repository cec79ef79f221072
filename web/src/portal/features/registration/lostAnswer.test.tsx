// A registration whose answer is lost: it is not known whether it was done, so that very one is sent again.
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { allColleges, oneCollege, server } from '@/testing/server';
import { field, fill, open, paid, saved, type User } from '@/portal/testing/counterForm';
import { forgetCounterRegistration } from './forget';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const pay = (user: User) => user.click(screen.getByRole('button', { name: 'Register and mark paid' }));
const anybody = () => screen.findByText(/not known whether Asha Nair is registered/);

/** Every answer is lost; gives back the keys that came. */
function loseAll(): string[] {
  const keys: string[] = [];
  server.use(
    http.post('*/api/customers', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key') ?? '');
      return HttpResponse.error();
    }),
  );
  return keys;
}

beforeEach(() => {
  session.start('e30.eyJ1c2VybmFtZSI6ImFkbWluIn0.x');
  serveCall('get', '/api/packages/list', [allColleges, oneCollege]);
  forgetCounterRegistration();
  serveCall('get', '/api/payments/check-email', { exists: false, isPaid: false });
});

it('is asked about under its key, and nobody hears of it when the next answer comes', async () => {
  const sent = serveCall('post', '/api/customers', refusal(500, 'internal_error', ''), paid);
  const { user } = await open();
  await fill(user);
  await pay(user);
  expect(await screen.findByRole('status')).toHaveTextContent('Asha Nair has paid Rs 1,850');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.headers.get('Idempotency-Key')).toBe(sent[0]?.headers.get('Idempotency-Key'));
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

it('says that it is not known, lets nothing be changed, and is the same when it is pressed again', async () => {
  const keys = loseAll();
  const { user } = await open();
  await fill(user);
  await pay(user);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/not known whether Asha Nair is registered and marked as paid/);
  expect(alert).not.toHaveTextContent(/failed|not saved/i);
  expect(field(/Full Name/)).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Register Customer' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Look for this candidate in the list' })).toHaveAttribute(
    'href',
    '/dashboard/customer-list?status=all&search=Asha%40Example.com',
  );
  expect(keys).toHaveLength(3);

  const sent = serveCall('post', '/api/customers', paid);
  await pay(user);
  expect(await screen.findByRole('status')).toHaveTextContent('Receipt R-CZ6S-4932-KF26');
  expect(new Set([...keys, sent[0]?.headers.get('Idempotency-Key')]).size).toBe(1);
  expect(field(/Full Name/)).toBeEnabled();
  expect(field(/Full Name/)).toHaveValue('');
});

it('has what was bought on its receipt, also where that has gone off sale since', async () => {
  loseAll();
  const { user } = await open();
  await fill(user);
  await pay(user);
  await anybody();
  serveCall('get', '/api/packages/list', [oneCollege]);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(field(/^Package/)).toHaveValue(''));
  // The field is locked: the same button is to be pressed again.
  expect(screen.queryByText(/no longer on sale/)).not.toBeInTheDocument();
  serveCall('post', '/api/customers', paid);
  await pay(user);
  await screen.findByRole('button', { name: 'Print receipt' });
  expect(document.getElementById('receipt')).toHaveTextContent(`For${allColleges.name}`);
});

it('is called failed, too, where the server answered with an error', async () => {
  const error = refusal(500, 'internal_error', '');
  serveCall('post', '/api/customers', error, error, error);
  const { user } = await open();
  await fill(user);
  await pay(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Registration failed\. The server met an error, so it is not known whether Asha Nair is registered and marked/,
  );
  expect(field(/Full Name/)).toBeDisabled();
});

it('stays open over a reload of the page and the end of the session', async () => {
  const keys = loseAll();
  const before = await open();
  await fill(before.user);
  await pay(before.user);
  await anybody();
  before.unmount();

  const { user } = await open();
  expect(await anybody()).toBeVisible();
  serveCall('post', '/api/customers', refusal(401, 'unauthorized', 'Please sign in.'));
  await pay(user);
  session.start('e30.eyJ1c2VybmFtZSI6ImFkbWluIn0.x');
  const sent = serveCall('post', '/api/customers', paid);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Register and mark paid' })).toBeEnabled());
  expect(await anybody()).toBeVisible();
  await pay(user);
  await screen.findByRole('status');
  expect(sent[0]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

it('stays open where the next try is refused because too much comes at once', async () => {
  const keys = loseAll();
  const { user } = await open();
  await fill(user);
  await pay(user);
  await anybody();
  const busy = refusal(503, 'busy', 'Others are doing this.');
  const sent = serveCall('post', '/api/customers', busy, busy, busy, paid);
  await pay(user);
  await waitFor(() => expect(sent).toHaveLength(3));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Register and mark paid' })).toBeEnabled());
  expect(await anybody()).toBeVisible();
  await pay(user);
  await screen.findByRole('status');
  expect(sent[3]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

it('is open no more once the server has refused it', async () => {
  loseAll();
  const { user } = await open();
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Register Customer' }));
  await anybody();
  serveCall(
    'post',
    '/api/customers',
    refusal(409, 'already_registered', 'Registered already.', 'email'),
    saved,
  );
  await user.click(screen.getByRole('button', { name: 'Register Customer' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Registered already.');
  expect(field(/Full Name/)).toBeEnabled();
});
