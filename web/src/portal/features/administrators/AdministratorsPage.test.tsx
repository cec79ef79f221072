import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import { lostAnswer, refusal, serveCall, staleVersion } from '@/testing/calls';
import type { User } from './account';

const asha: User = {
  id: 'ID-OF-ASHA',
  username: 'asha',
  role: 'admin',
  disabled: false,
  must_change_password: false,
  second_factor: true,
  sessions: 2,
  last_seen: '2025-05-20T05:00:00Z',
  version: 3,
};
const binu: User = {
  ...asha,
  id: 'ID-OF-BINU',
  username: 'binu',
  role: 'counter',
  second_factor: false,
  version: 0,
};

beforeEach(() => {
  session.start(`e30.${btoa(JSON.stringify({ username: 'asha', role: 'admin' }))}.c2ln`);
  serveCall('get', '/api/admin/users', [asha, { ...binu, must_change_password: true }]);
});

it('lists who may use the portal, in which role and state', async () => {
  renderScreen(portalPaths.administrators);
  const list = await screen.findByLabelText('Accounts');
  expect(list).toHaveTextContent('Administrator');
  expect(list).toHaveTextContent('Invited');
  expect(within(list).getAllByRole('button', { name: /^Change/ })).toHaveLength(2);
});

it('invites somebody, shows the password once, and keeps what was typed when it is refused', async () => {
  const sent = serveCall(
    'post',
    '/api/admin/users',
    refusal(409, 'username_taken', 'There is an account of that name already.', 'username'),
    { ...binu, username: 'cini', password: 'K7N2M-9QX4T-HW3RB-ZP6VD' },
  );
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/Username/), 'cini');
  // It gives up a word of the input method, and not what was typed.
  fireEvent.keyDown(within(dialog).getByLabelText(/Username/), { key: 'Escape', isComposing: true });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.selectOptions(within(dialog).getByLabelText(/Role/), 'counter');
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }));
  expect(await within(dialog).findByText('There is an account of that name already.')).toBeVisible();
  await waitFor(() => expect(within(dialog).getByLabelText(/Username/)).toHaveFocus());
  expect(within(dialog).getByLabelText(/Username/)).toHaveValue('cini');
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('K7N2M-9QX4T-HW3RB-ZP6VD')).toBeVisible();
  expect(sent[1]?.body).toEqual({ username: 'cini', role: 'counter' });
});

it('keeps a password that was given until it is handed over', async () => {
  serveCall(
    'post',
    '/api/admin/users',
    { ...binu, username: 'cini', password: 'K7N2M-9QX4T-HW3RB-ZP6VD' },
    { ...binu, username: 'deva', password: 'W3RBZ-P6VDK-7N2M9-QX4TH' },
  );
  const { user } = renderScreen(portalPaths.administrators);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const invite = async (username: string) => {
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Username/), username);
    await user.selectOptions(within(dialog).getByLabelText(/Role/), 'counter');
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }));
  };
  await invite('cini');
  await user.click(await screen.findByRole('button', { name: 'Copy password' }));
  expect(await screen.findByText(/Your browser does not let this page copy/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeVisible();
  expect(String(getSelection())).toBe('K7N2M-9QX4T-HW3RB-ZP6VD');
  // Another account takes none of it away.
  await invite('deva');
  expect(await screen.findByText('W3RBZ-P6VDK-7N2M9-QX4TH')).toBeVisible();
  expect(screen.getByText('K7N2M-9QX4T-HW3RB-ZP6VD')).toBeVisible();
  /** Whether the browser asks before the tab is closed. */
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(true);
  for (const done of screen.getAllByRole('button', { name: 'Done' })) await user.click(done);
  expect(screen.queryByText(/is shown this once/)).toBeNull();
  expect(asks()).toBe(false);
});

it('does not say copied of a second password of the same account', async () => {
  const replies = ['K7N2M-9QX4T-HW3RB-ZP6VD', 'W3RBZ-P6VDK-7N2M9-QX4TH'].map((password) => ({
    ...binu,
    password,
  }));
  serveCall('put', '/api/admin/users/{username}', ...replies);
  const { user } = renderScreen(portalPaths.administrators);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const giveOne = async () => {
    await user.click(await screen.findByRole('button', { name: 'Change binu' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText('Give a new password'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  };
  await giveOne();
  await user.click(await screen.findByRole('button', { name: 'Copy password' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  await giveOne();
  expect(await screen.findByText('W3RBZ-P6VDK-7N2M9-QX4TH')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(copied).toHaveBeenLastCalledWith('W3RBZ-P6VDK-7N2M9-QX4TH');
});

it('changes only what was changed, with the version that was read, and says what follows', async () => {
  const sent = serveCall('put', '/api/admin/users/{username}', {
    ...binu,
    disabled: true,
    version: 1,
  });
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Change binu' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).not.toHaveTextContent('out everywhere');
  await user.click(within(dialog).getByLabelText(/Disabled/));
  expect(dialog).toHaveTextContent('Saving this signs binu out everywhere.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('binu is changed.')).toBeVisible();
  expect(sent[0]).toMatchObject({
    ids: { username: '~ID-OF-BINU' },
    body: { version: 0, disabled: true },
  });
});

it('keeps what others have changed in an account meanwhile, and changes the rest once more', async () => {
  const now: User = { ...binu, role: 'accountant', version: 1 };
  serveCall('get', '/api/admin/users', [asha, binu], [asha, now]);
  const saved = { ...now, disabled: true, version: 2 };
  const sent = serveCall('put', '/api/admin/users/{username}', staleVersion, saved);
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Change binu' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText(/Disabled/));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(
    await within(dialog).findByText(/^This was changed meanwhile. You see it as it is now/),
  ).toBeVisible();
  expect(within(dialog).getByLabelText(/Role/)).toHaveValue('accountant');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('binu is changed.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 0, disabled: true },
    { version: 1, disabled: true },
  ]);
});

it('offers nobody to disable or reset the own account', async () => {
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Change asha' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  expect(within(dialog).queryByLabelText(/Email/)).toBeNull();
});

it('shows where somebody is signed in, and ends one session or all of them', async () => {
  const phone = {
    id: 's1',
    device: 'Chrome on Android',
    created_at: '2025-05-20T05:00:00Z',
    last_seen: '2025-05-20T06:00:00Z',
    ends_at: '2025-05-20T17:00:00Z',
    current: false,
  };
  const laptop = { ...phone, id: 's2', device: 'Firefox on Linux' };
  serveCall('get', '/api/admin/users/{username}/sessions', [phone, laptop], [laptop], []);
  const one = serveCall('delete', '/api/admin/users/{username}/sessions/{id}', {} as never);
  const all = serveCall('delete', '/api/admin/users/{username}/sessions', {} as never);
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Sessions of binu: 2' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Where binu is signed in' });
  const list = await within(dialog).findByLabelText('Sessions of binu');
  expect(list).toHaveTextContent('Chrome on Android');
  const [first] = within(list).getAllByRole('button', { name: 'Sign out' });
  if (first) await user.click(first);
  expect(await screen.findByText('Chrome on Android is signed out.')).toBeVisible();
  expect(one[0]?.ids).toEqual({ username: '~ID-OF-BINU', id: 's1' });
  await waitFor(() => expect(dialog).not.toHaveTextContent('Chrome on Android'));
  await waitFor(() => {
    expect(within(dialog).getByRole('button', { name: 'Sign out everywhere' })).toBeEnabled();
  });
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sign binu out everywhere?' });
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText('binu is signed out everywhere.')).toBeVisible();
  expect(all[0]?.ids).toEqual({ username: '~ID-OF-BINU' });
  expect(await within(dialog).findByText('Nowhere at present.')).toBeVisible();
});

it('invites somebody by mail, and shows no password', async () => {
  const sent = serveCall('post', '/api/admin/users', {
    ...binu,
    username: 'cini',
    email: 'cini@organiser.example',
    invited_until: '2099-05-23T04:30:00Z',
  });
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Send an invitation by e-mail')).toBeDisabled();
  await user.type(within(dialog).getByLabelText(/Username/), 'cini');
  await user.selectOptions(within(dialog).getByLabelText(/Role/), 'counter');
  await user.type(within(dialog).getByLabelText('Email'), 'cini@organiser.example');
  expect(within(dialog).getByLabelText('Send an invitation by e-mail')).toBeChecked();
  expect(dialog).toHaveTextContent('They get a mail with a link');
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('An invitation is on its way to cini@organiser.example.')).toBeVisible();
  expect(screen.queryByText(/is shown this once/)).toBeNull();
  expect(sent[0]?.body).toEqual({
    username: 'cini',
    role: 'counter',
    email: 'cini@organiser.example',
    invite: true,
  });
});

it('says until when an invitation waits, and sends it again with the version that was read', async () => {
  const email = 'binu@organiser.example';
  const waits = { ...binu, email, version: 4, invited_until: '2099-05-23T04:30:00Z' };
  const isOver = {
    ...binu,
    id: 'ID-OF-CINI',
    username: 'cini',
    email,
    invited_until: '2025-05-01T04:30:00Z',
  };
  serveCall('get', '/api/admin/users', [asha, waits, isOver]);
  const sent = serveCall('put', '/api/admin/users/{username}', { ...waits, version: 5 });
  const { user } = renderScreen(portalPaths.administrators);
  const list = await screen.findByLabelText('Accounts');
  expect(list).toHaveTextContent(/Inviteduntil \d\d/);
  expect(list).toHaveTextContent('Invitation over');
  expect(within(list).getAllByRole('button', { name: /the invitation again$/ })).toHaveLength(2);
  await user.click(within(list).getByRole('button', { name: 'Send binu the invitation again' }));
  expect(await screen.findByText(/A new link is on its way to binu@organiser.example/)).toBeVisible();
  expect(sent[0]).toMatchObject({ ids: { username: '~ID-OF-BINU' }, body: { version: 4, invite: true } });
});

it('mails a link to choose a new password in place of giving one', async () => {
  serveCall('get', '/api/admin/users', [asha, { ...binu, email: 'binu@organiser.example' }]);
  const sent = serveCall('put', '/api/admin/users/{username}', { ...binu, version: 1 });
  const { user } = renderScreen(portalPaths.administrators);
  await user.click(await screen.findByRole('button', { name: 'Change binu' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText('Give a new password'));
  await user.click(within(dialog).getByLabelText(/Mail a link/));
  expect(within(dialog).getByLabelText('Give a new password')).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/a link is on its way to binu@organiser.example/)).toBeVisible();
  expect(sent[0]?.body).toEqual({ version: 0, invite: true });
});

describe('where the answer to an invitation is lost', () => {
  const email = 'binu@organiser.example';
  const waits = { ...binu, email, version: 4, invited_until: '2099-05-23T04:30:00Z' };
  const isMailed = { ...waits, version: 5, invited_until: '2099-05-24T04:30:00Z' };

  it('says that sending it again voids the link that may be on its way, and shows until when that is good', async () => {
    serveCall('get', '/api/admin/users', [asha, waits], [asha, isMailed]);
    serveCall('put', '/api/admin/users/{username}', lostAnswer);
    const { user } = renderScreen(portalPaths.administrators);
    await user.click(await screen.findByRole('button', { name: 'Send binu the invitation again' }));
    const words = await screen.findByText(/not known whether the invitation was sent again/);
    expect(words).toHaveTextContent('Sending it once more voids the link that may be on its way.');
    expect(words).not.toHaveTextContent('nothing is done twice');
    await waitFor(() => expect(screen.getByLabelText('Accounts')).toHaveTextContent('until 24/05/2099'));
  });

  it('says so of a link that is mailed with a change, and reads the account again', async () => {
    serveCall('get', '/api/admin/users', [asha, { ...binu, email }], [asha, isMailed]);
    const sent = serveCall('put', '/api/admin/users/{username}', lostAnswer, { ...isMailed, version: 6 });
    const { user } = renderScreen(portalPaths.administrators);
    await user.click(await screen.findByRole('button', { name: 'Change binu' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText(/Mail a link/));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const words = await within(dialog).findByText(/not known whether the account was changed/);
    expect(words).toHaveTextContent('Saving again sends another link and voids that one.');
    expect(words).not.toHaveTextContent('nothing is done twice');
    await waitFor(() => expect(screen.getByLabelText('Accounts')).toHaveTextContent('until 24/05/2099'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/a link is on its way to binu@organiser.example/)).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { version: 0, invite: true },
      { version: 5, invite: true },
    ]);
  });
});

it.each([
  ['one session', 'Sign out', '/api/admin/users/{username}/sessions/{id}'],
  ['all of them', 'Sign out everywhere', '/api/admin/users/{username}/sessions'],
] as const)(
  'shows after a lost answer to the end of %s where the person is signed in',
  async (_, press, path) => {
    const phone = {
      id: 's1',
      device: 'Chrome on Android',
      created_at: '2025-05-20T05:00:00Z',
      last_seen: '2025-05-20T06:00:00Z',
      ends_at: '2025-05-20T17:00:00Z',
      current: false,
    };
    serveCall('get', '/api/admin/users/{username}/sessions', [phone], []);
    serveCall('delete', path, lostAnswer);
    const { user } = renderScreen(portalPaths.administrators);
    await user.click(await screen.findByRole('button', { name: 'Sessions of binu: 2' }));
    await user.click(await screen.findByRole('button', { name: press }));
    if (press === 'Sign out everywhere') {
      const sure = await screen.findByRole('alertdialog', { name: 'Sign binu out everywhere?' });
      await user.click(within(sure).getByRole('button', { name: press }));
    }
    expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
    expect(await screen.findByText('Nowhere at present.')).toBeVisible();
  },
);
