import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { deviceOf } from '@/lib/knownDevice';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

const account = { username: 'asha', role: 'counter', second_factor: false, recovery_codes: 0 };
const here = {
  id: 's1',
  device: 'Chrome on Android',
  created_at: '2025-05-20T05:00:00Z',
  last_seen: '2025-05-20T06:00:00Z',
  ends_at: '2025-05-20T17:00:00Z',
  current: true,
};
const there = { ...here, id: 's2', device: 'Firefox on Windows', current: false };
const tokenOf = (username: string, version: string) =>
  `e30.${btoa(JSON.stringify({ username, role: 'counter', version }))}.c2ln`;
/** What a change of what opens the account is answered with. */
const replaced = { token: tokenOf('asha', 'next'), device: 'proof', msg: 'Changed.' };

beforeEach(() => {
  session.start(`e30.${btoa(JSON.stringify({ username: 'asha', role: 'counter' }))}.c2ln`);
  serveCall('get', '/api/admin/account', account);
  serveCall('get', '/api/admin/sessions', [here, there]);
});

it('says at its field why a password is refused, and keeps what was typed', async () => {
  serveCall(
    'put',
    '/api/admin/password',
    refusal(422, 'invalid_field', 'This is too easy to guess.', 'new') as never,
  );
  const { user } = renderScreen(portalPaths.account);
  await user.type(await screen.findByLabelText(/Current password/), 'given');
  await user.type(screen.getByLabelText(/New password/), 'password1234');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('This is too easy to guess.')).toBeVisible();
  expect(screen.getByLabelText(/New password/)).toHaveValue('password1234');
  expect(screen.getByLabelText(/New password/)).toBeInvalid();
});

it('sets a second factor up with a QR code, and shows the recovery codes', async () => {
  serveCall('post', '/api/admin/second-factor', {
    secret: 'GEZDGNBV',
    otpauth_url: 'otpauth://totp/a?secret=GEZDGNBV',
  });
  const sent = serveCall(
    'post',
    '/api/admin/second-factor/confirm',
    refusal(422, 'invalid_field', 'This code is not right.', 'code'),
    { ...replaced, recovery_codes: ['AAAAAA-BBBBBB', 'CCCCCC-DDDDDD'] },
  );
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  expect(screen.getByText('GEZD GNBV')).toBeVisible();
  await user.type(screen.getByLabelText(/Your password/), 'mine');
  await user.type(screen.getByLabelText(/Code from the app/), '123456{Enter}');
  expect(await screen.findByText('This code is not right.')).toBeVisible();
  expect(screen.getByLabelText(/Code from the app/)).toBeInvalid();
  await user.type(screen.getByLabelText(/Code from the app/), '{Enter}');
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  expect(sent[1]?.body).toEqual({ code: '123456', password: 'mine' });
  expect(session.token()).toBe(replaced.token);
});

it('shows the recovery codes until they are kept, whatever the account says meanwhile', async () => {
  // An answer that says that it is on, known by the address.
  const on = { ...account, second_factor: true, recovery_codes: 10, email: 'asha@x.example' };
  serveCall('get', '/api/admin/account', account, on);
  serveCall('post', '/api/admin/second-factor', {
    secret: 'GEZDGNBV',
    otpauth_url: 'otpauth://totp/a?secret=GEZDGNBV',
  });
  let confirm: (answer: typeof replaced & { recovery_codes: string[] }) => void = () => undefined;
  const confirmed = new Promise<Parameters<typeof confirm>[0]>((resolve) => {
    confirm = resolve;
  });
  const sent = serveCall('post', '/api/admin/second-factor/confirm', confirmed);
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }));
  await user.type(await screen.findByLabelText(/Your password/), 'mine');
  await user.type(screen.getByLabelText(/Code from the app/), '123456{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  // It is on at the server, and the answer with the codes is on its way.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/We write to asha@x\.example/)).toBeVisible();
  confirm({ ...replaced, recovery_codes: ['AAAAAA-BBBBBB', 'CCCCCC-DDDDDD'] });
  expect(await screen.findByText('AAAAAA-BBBBBB')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('10 recovery codes are left.')).toBeVisible();
  expect(screen.queryByText('AAAAAA-BBBBBB')).toBeNull();
});

it('goes on with the token that takes the place of this one when the password is changed', async () => {
  const sent = serveCall('put', '/api/admin/password', replaced);
  const { user } = renderScreen(portalPaths.account);
  await user.type(await screen.findByLabelText(/Current password/), 'given');
  await user.type(screen.getByLabelText(/New password/), 'kadavu plum lantern');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(sent[0]?.body).toEqual({ current: 'given', new: 'kadavu plum lantern' });
  expect(session.token()).toBe(replaced.token);
  expect(deviceOf('asha')).toBe('proof');
});

it('says what may have happened when the answer to a new password is lost', async () => {
  server.use(http.put('*/api/admin/password', () => HttpResponse.error()));
  const { user } = renderScreen(portalPaths.account);
  await user.type(await screen.findByLabelText(/Current password/), 'given');
  await user.type(screen.getByLabelText(/New password/), 'kadavu plum lantern');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /it is not known whether this was saved\. Load this page again: if you have to sign in again, it was\. Your new password is the right one then\.$/,
  );
});

it('changes the own address for the password, and says at its field that it is wrong', async () => {
  serveCall('get', '/api/admin/account', { ...account, email: 'asha@x.example' });
  const sent = serveCall(
    'put',
    '/api/admin/account',
    refusal(422, 'invalid_field', 'This is not your present password.', 'password'),
    replaced,
  );
  const { user } = renderScreen(portalPaths.account);
  expect(await screen.findByText(/We write to asha@x\.example/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change address…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('asha@x.example gets a last mail');
  await user.clear(within(dialog).getByLabelText(/Email/));
  await user.type(within(dialog).getByLabelText(/Email/), 'asha@y.example');
  await user.type(within(dialog).getByLabelText(/Your password/), 'mine');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('This is not your present password.')).toBeVisible();
  expect(within(dialog).getByLabelText(/Your password/)).toBeInvalid();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Your address is changed/)).toBeVisible();
  expect(sent[1]?.body).toEqual({ email: 'asha@y.example', password: 'mine' });
  expect(session.token()).toBe(replaced.token);
});

it('turns the second factor off for a code and the password', async () => {
  serveCall('get', '/api/admin/account', { ...account, second_factor: true, recovery_codes: 3 });
  const sent = serveCall('delete', '/api/admin/second-factor', replaced);
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByRole('button', { name: 'Turn off…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/Code from the app/), '123456');
  await user.type(within(dialog).getByLabelText(/Your password/), 'mine');
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Your second factor is off.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ code: '123456', password: 'mine' });
  expect(session.token()).toBe(replaced.token);
});

it('ends another session, and never this one by the same button', async () => {
  const sent = serveCall(
    'delete',
    '/api/admin/sessions/{id}',
    refusal(422, 'invalid_field', 'This is not your present password.', 'password'),
    replaced,
  );
  const { user } = renderScreen(portalPaths.account);
  const list = await screen.findByLabelText('Your sessions');
  expect(list).toHaveTextContent('This one');
  const [only, ...others] = within(list).getAllByRole('button', { name: 'Sign out' });
  expect(others).toHaveLength(0);
  if (only) await user.click(only);
  const dialog = await screen.findByRole('dialog', { name: 'Sign out Firefox on Windows?' });
  await user.type(within(dialog).getByLabelText(/Your password/), 'mine');
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await within(dialog).findByText('This is not your present password.')).toBeVisible();
  expect(within(dialog).getByLabelText(/Your password/)).toBeInvalid();
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Firefox on Windows is signed out.')).toBeVisible();
  expect(sent[1]).toMatchObject({ ids: { id: 's2' }, body: { password: 'mine' } });
  expect(session.token()).toBe(replaced.token);
});

it('signs out everywhere when that is meant', async () => {
  const sent = serveCall('delete', '/api/admin/sessions', undefined as never);
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(session.token()).toBeDefined();
  const leaver = vi.fn();
  session.onLeaving(leaver);
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
  await user.type(within(dialog).getByLabelText(/Your password/), 'mine{Enter}');
  await waitFor(() => {
    expect(session.ending()).toBe('left');
  });
  expect(sent[0]?.body).toEqual({ password: 'mine' });
  expect(leaver).toHaveBeenCalledExactlyOnceWith('asha');
});

it('switches the daily report on for who reads reports and has an address', async () => {
  const accountant = { ...account, role: 'accountant', daily_report: false, email: 'asha@organiser.example' };
  serveCall('get', '/api/admin/account', accountant, { ...accountant, daily_report: true });
  const sent = serveCall('put', '/api/admin/daily-report', { on: true });
  const { user } = renderScreen(portalPaths.account);
  const box = await screen.findByLabelText('Mail me the daily report');
  expect(box).not.toBeChecked();
  await user.click(box);
  expect(await screen.findByText('You get the daily report from now on.')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Mail me the daily report')).toBeChecked());
  expect(sent[0]?.body).toEqual({ on: true });
});

it('shows after a lost answer whether the daily report is on, and leads nobody to the opposite', async () => {
  const accountant = { ...account, role: 'accountant', daily_report: false, email: 'asha@organiser.example' };
  serveCall('get', '/api/admin/account', accountant, { ...accountant, daily_report: true });
  serveCall('put', '/api/admin/daily-report', lostAnswer);
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByLabelText('Mail me the daily report'));
  const words = await screen.findByText(/it is not known whether this was done/);
  expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
  await waitFor(() => expect(screen.getByLabelText('Mail me the daily report')).toBeChecked());
});

it.each([
  ['another address', 'Add an address…', 'Save', 'put', '/api/admin/account'],
  ['the end of every session', 'Sign out everywhere', 'Sign out everywhere', 'delete', '/api/admin/sessions'],
  ['the end of a session', 'Sign out', 'Sign out', 'delete', '/api/admin/sessions/{id}'],
  ['a second factor turned off', 'Turn off…', 'Turn off', 'delete', '/api/admin/second-factor'],
] as const)('says after a lost answer to %s how one finds out', async (what, opens, sends, method, path) => {
  const isOn = what === 'a second factor turned off';
  serveCall('get', '/api/admin/account', { ...account, second_factor: isOn });
  serveCall<typeof path, never>(method as never, path, lostAnswer);
  const { user } = renderScreen(portalPaths.account);
  await user.click(await screen.findByRole('button', { name: opens }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/Your password/), 'mine');
  await user.click(dialog.getByRole('button', { name: sends }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /it is not known whether this was saved\. Load this page again: if you have to sign in again, it was\.Reference: test$/,
  );
});

it('asks for an address before the daily report, and offers none to a clerk', async () => {
  serveCall('get', '/api/admin/account', { ...account, role: 'accountant', daily_report: false });
  renderScreen(portalPaths.account);
  expect(await screen.findByLabelText('Mail me the daily report')).toBeDisabled();
  expect(screen.getByText(/It needs an address/)).toBeVisible();
});

it('has no daily report in a role that reads none', async () => {
  renderScreen(portalPaths.account);
  expect(await screen.findByText(/Your account has no address/)).toBeVisible();
  expect(screen.queryByLabelText('Mail me the daily report')).toBeNull();
});
