import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { Desk } from '@/door/kit/checkIn/desk';
import { changeSettings } from '@/door/kit/device/settings';
import type { Database } from '@/door/kit/storage/database';
import { asha, freshDevice, morning, rosterPage, saturday, stranger } from '@/door/testing/device';
import { refusal, serveCall } from '@/testing/calls';
import { App } from './App';

const token = (role: string) => `x.${btoa(JSON.stringify({ username: 'meera', role }))}.y`;
const lists = [{ list: saturday, label: 'Sat 31 May', expected: 1204, admitted: 412, begins_at: null }];
const admitted = {
  result: 'admitted' as const,
  reason: null,
  notices: [],
  candidate: { name: 'Asha Rao', exam: 'BCA', exam_preference: 'Offline', pass_no: 'CZ6S 4932 KF26' },
  exams: [],
  at: new Date(morning).toISOString(),
  by: 'meera',
  device: 'Gate 2 · 7F3K',
  double: null,
  server_time: new Date(morning).toISOString(),
};

let database: Database | undefined;
let opened: Desk | undefined;

beforeEach(async () => {
  database = await freshDevice();
  changeSettings({ place: '', tag: '7F3K' });
  session.end('left');
  serveCall('get', '/api/check-in/lists', lists);
  serveCall('get', '/api/check-in/roster', await rosterPage());
});

afterEach(async () => {
  await opened?.forget();
});

function open() {
  if (!database) throw new Error('There is no database');
  const desk = new Desk(database);
  opened = desk;
  render(<App desk={desk} />);
  return { desk, user: userEvent.setup({ delay: null }) };
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Username'), 'meera');
  await user.type(screen.getByLabelText('Password'), 'a-password');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('This phone is at'), 'Gate 2');
  await user.click(await screen.findByRole('button', { name: /^Sat 31 May/ }));
  await screen.findByRole('heading', { name: 'Scan a pass' });
}

function scan(text: string) {
  for (const key of [...text, 'Enter']) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
}

it('leads to the portal to choose a password in place of the one that was given', async () => {
  serveCall('post', '/api/admin/login', { token: token('door'), device: 'd', msg: '' });
  serveCall('get', '/api/check-in/lists', refusal(403, 'password_change_required', 'Choose your own first.'));
  const { user } = open();
  await signIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose your own first.');
  expect(screen.getByRole('link', { name: 'Do it in the portal' })).toHaveAttribute('href', '/dashboard');
});

it('signs in, asks where the phone is, and goes on to the camera', async () => {
  serveCall('post', '/api/admin/login', { token: token('door'), device: 'd', msg: '' });
  const { user } = open();
  await signIn(user);
  await user.click(await screen.findByRole('button', { name: /^Sat 31 May/ }));
  expect(screen.getByText(/Say where this phone is/)).toBeVisible();
  expect(screen.getByLabelText('This phone is at')).toHaveFocus();
  await choose(user);
  expect(await screen.findByText('There is no camera')).toBeVisible();
  expect(localStorage.getItem('door-settings')).toContain('Gate 2');
  // A door account may look nobody up.
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});

it('asks for a code where the account has a second factor', async () => {
  serveCall('post', '/api/admin/login', { second_factor: 'totp', challenge: 'c-1' } as never);
  const sent = serveCall(
    'post',
    '/api/admin/login/second-factor' as '/api/admin/login',
    refusal(401, 'invalid_code', 'This code is not right.'),
    { token: token('counter'), device: 'd', msg: '' } as never,
  );
  const { user } = open();
  await signIn(user);
  await user.type(await screen.findByLabelText('Code'), '111111');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '222222');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await choose(user);
  expect(sent.map(({ body }) => body)).toEqual([
    { challenge: 'c-1', code: '111111' },
    { challenge: 'c-1', code: '222222' },
  ]);
  expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
});

it('offers to load the page again once a newer release has its storage', async () => {
  session.start(token('door'));
  const { desk, user } = open();
  await choose(user);
  const newer = await openDB('door', 99);
  await desk.refresh();
  const alert = await screen.findByText(/^A newer release of the door is open on this phone/);
  expect(alert).toBeVisible();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(screen.queryByText(/This phone is full/)).toBeNull();
  newer.close();
});

it('says a verdict over the whole screen and to those who listen, and is ready again', async () => {
  session.start(token('door'));
  const { user } = open();
  await choose(user);
  serveCall('post', '/api/check-in/redeem', admitted, {
    ...admitted,
    result: 'already',
    at: new Date(morning - 18 * 60_000).toISOString(),
    device: 'Gate B',
  });
  scan(asha);
  const shown = await screen.findByRole('region', { name: 'Verdict' });
  expect(within(shown).getByRole('heading', { name: 'Admitted' })).toBeVisible();
  expect(within(shown).getByText('CZ6S 4932 KF26')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Admitted. Asha Rao.');
  // The next one comes while the verdict is still there.
  scan(asha);
  expect(await screen.findByRole('heading', { name: 'Already in' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Already in. Asha Rao. Since 10:12 AM at Gate B');
  expect(screen.getByText('18 minutes ago', { exact: false })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next scan' }));
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Last: Asha Rao · Already in' })).toBeVisible();
});

it('lets one person in by two presses, and takes that back by one undo', async () => {
  session.start(token('door'));
  const { user, desk } = open();
  await choose(user);
  await waitFor(() => {
    expect(desk.state().asOf).toBeDefined();
  });
  serveCall('post', '/api/check-in/redeem', refusal(503, 'unavailable', ''));
  serveCall('post', '/api/check-in/redeem-batch', refusal(503, 'unavailable', ''));
  scan(stranger);
  const button = await screen.findByText('Let in');
  fireEvent.click(button);
  fireEvent.click(button);
  await user.click(await screen.findByText('Undo'));
  await user.click(await screen.findByText('Scanned by mistake'));
  expect(await screen.findByText(/Taken back$/)).toBeVisible();
  const kept = (await database?.getAll('queue')) ?? [];
  const scans = kept.filter((entry) => entry.kind === 'scan');
  expect(scans.map(({ isUndone }) => isUndone)).toEqual([true]);
});

it('says that a scan was refused by the server, and goes on', async () => {
  session.start(token('door'));
  const { user } = open();
  await choose(user);
  serveCall('post', '/api/check-in/redeem', refusal(422, 'invalid_field', 'There is no such list.', 'list'));
  scan(asha);
  expect(await screen.findByText('There is no such list.')).toBeVisible();
});

it('does not sign out at one press, and stays signed in at the press that comes next', async () => {
  session.start(token('door'));
  const { user } = open();
  await choose(user);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const sheet = await screen.findByRole('dialog', { name: 'Sign out now?' });
  const [, , nearest] = within(sheet).getAllByRole('button');
  expect(nearest).toHaveTextContent('Stay signed in');
  await user.click(nearest ?? sheet);
  expect(session.token()).toBeDefined();
  const menu = within(screen.getByRole('dialog', { name: 'This phone' })).getAllByRole('button');
  expect(menu.at(-1)).toHaveTextContent('Send and refresh now');
});

/** A scan that the phone has made without a network. */
async function scanOffline(user: ReturnType<typeof userEvent.setup>, desk: Desk) {
  await choose(user);
  await waitFor(() => {
    expect(desk.state().asOf).toBeDefined();
  });
  serveCall('post', '/api/check-in/redeem', refusal(503, 'unavailable', ''));
  serveCall('post', '/api/check-in/redeem-batch', refusal(503, 'unavailable', ''));
  scan(asha);
  await user.click(await screen.findByRole('button', { name: 'Next scan' }));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
}

it('asks before it leaves scans behind that are not sent, and tells the next person of them', async () => {
  session.start(token('door'));
  const { user, desk } = open();
  await scanOffline(user, desk);
  serveCall('post', '/api/check-in/redeem-batch', ({ body }) => {
    const [{ nonce = '' } = {}] = (body as { redeems: { nonce?: string }[] }).redeems;
    const failed = { nonce, status: 500, answer: null, error: 'internal_error', message: '' };
    return { results: [failed], server_time: admitted.server_time };
  });
  serveCall('post', '/api/admin/logout', { message: '' });
  // The round that is going on, and one that meets the network again.
  await desk.refresh();
  await desk.refresh();
  await user.click(await screen.findByRole('button', { name: 'Sign out all the same' }));
  expect(await screen.findByText(/1 scan of this phone is not sent yet/)).toBeVisible();
  await waitFor(() => {
    expect(desk.state()).toMatchObject({ unsent: 1, entries: 0 });
  });
});

it('does not sign out without a network, where nobody could sign in again', async () => {
  session.start(token('door'));
  const { user, desk } = open();
  await scanOffline(user, desk);
  const sheet = await screen.findByRole('dialog', { name: 'Not without a network' });
  expect(within(sheet).queryByRole('button', { name: /Sign out/ })).toBeNull();
  await user.click(within(sheet).getByRole('button', { name: 'Stay signed in' }));
  await user.click(await screen.findByRole('button', { name: 'Last scans' }));
  expect(screen.getByRole('dialog', { name: 'Last scans' })).toHaveTextContent('Asha Rao');
  expect(screen.getByRole('dialog', { name: 'Last scans' })).toHaveTextContent('Admitted · to send');
  expect(session.token()).toBeDefined();
  expect(desk.state()).toMatchObject({ unsent: 1, entries: 2 });
});

it('stays signed in, with its roster, where the network is lost in the moment of signing out', async () => {
  session.start(token('door'));
  const { user, desk } = open();
  await choose(user);
  await waitFor(() => {
    expect(desk.state().asOf).toBeDefined();
  });
  serveCall('post', '/api/admin/logout', refusal(503, 'unavailable', ''), { message: '' });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out now' }));
  expect(
    await screen.findByText('The server could not be reached: this phone is still signed in.'),
  ).toBeVisible();
  expect(session.token()).toBeDefined();
  expect(desk.state().entries).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Sign out now' }));
  expect(await screen.findByLabelText('Username')).toBeVisible();
});

it('asks whether to sign out no more once the session has ended by itself, also after the next sign-in', async () => {
  session.start(token('door'));
  const { user } = open();
  await choose(user);
  serveCall('post', '/api/admin/logout', refusal(401, 'unauthorized', 'Sign in'));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out now' }));
  serveCall('post', '/api/admin/login', { token: token('door'), device: 'd', msg: '' });
  await signIn(user);
  expect(await screen.findByRole('button', { name: /^Sat 31 May/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
