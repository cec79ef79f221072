import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, serveDoors, token } from '@/portal/testing/attendance';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';
import { lostAnswer, serveCall } from '@/testing/calls';

const phone: AnswerOf<'/api/check-in/phones'>['phones'][number] = {
  id: 'session-1',
  account: 'A1',
  username: 'meera',
  device: 'Gate 2 · 7F3K',
  list: 'day:2025-05-31',
  label: 'Sat 31 May',
  unsent: 3,
  roster_at: '2025-05-31T04:42:00Z',
  last_contact: '2025-05-31T04:59:50Z',
  signed_in: true,
  message: null,
  seen: false,
};
const phones = (...changes: Partial<typeof phone>[]) => ({
  phones: changes.map((change) => ({ ...phone, ...change })),
  as_of: '2025-05-31T05:00:00Z',
});

beforeEach(() => {
  serveDoors();
  serveCall('get', '/api/check-in/attendance', attendance);
});

it('shows each phone with its roster, what it has to send, and when it was last heard of', async () => {
  serveCall(
    'get',
    '/api/check-in/phones',
    phones(
      {},
      { id: 'b', device: 'Gate 3', last_contact: '2025-05-31T04:30:00Z', roster_at: null },
      { id: 'c', device: 'Gate 4', signed_in: false },
    ),
  );
  renderScreen(portalPaths.attendance);
  const table = await screen.findByRole('table', { name: 'Phones' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/Gate 2 · 7F3K.*Online.*Sat 31 May.*meera.*18 min ago.*3.*Just now/);
  expect(rows[1]).toHaveTextContent(/Gate 3.*Silent.*None yet.*30 min ago/);
  expect(rows[2]).toHaveTextContent(/Gate 4.*Signed out/);
  expect(within(table).queryByRole('button', { name: 'Message Gate 4' })).toBeNull();
});

it('says something on a phone, and whether it was seen', async () => {
  const message = { id: 'm1', text: 'Come to Gate 1', by: 'asha', at: '2025-05-31T04:59:55Z' };
  serveCall('get', '/api/check-in/phones', phones({}), phones({ message }), phones({ message, seen: true }));
  const sent = serveCall('post', '/api/check-in/message', message);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Message Gate 2 · 7F3K' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Please write a message')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'Come to Gate 1');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/^Not seen yet/)).toBeVisible();
  expect(sent[0]?.body).toEqual({ phone: 'session-1', text: 'Come to Gate 1' });
});

it('says that a message whose answer is lost is shown once more when it is sent again', async () => {
  const message = { id: 'm1', text: 'Come to Gate 1', by: 'asha', at: '2025-05-31T04:59:55Z' };
  serveCall('get', '/api/check-in/phones', phones({}), phones({ message }));
  serveCall('post', '/api/check-in/message', lostAnswer);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Message Gate 2 · 7F3K' }));
  await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'Come to Gate 1');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const words = await screen.findByText(/not known whether the message was sent/);
  expect(words).toHaveTextContent('Sending it again shows it there once more');
  expect(words).not.toHaveTextContent('nothing is done twice');
  expect(await screen.findByText(/^Not seen yet/)).toBeVisible();
});

it('signs a phone out, and says what it has not sent', async () => {
  serveCall('get', '/api/check-in/phones', phones({}), phones({ signed_in: false }));
  const sent = serveCall('delete', '/api/admin/users/{username}/sessions/{id}', undefined as never);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Sign out Gate 2 · 7F3K' }));
  expect(await question()).toHaveTextContent('it has 3 scans to send');
  await answer(user, 'Sign out');
  expect(await screen.findByText('Gate 2 · 7F3K is signed out.')).toBeVisible();
  expect(sent[0]?.ids).toEqual({ username: '~A1', id: 'session-1' });
  expect(await screen.findByText('Signed out')).toBeVisible();
});

it('shows after a lost answer whether the phone is signed out', async () => {
  serveCall('get', '/api/check-in/phones', phones({}), phones({ signed_in: false }));
  serveCall('delete', '/api/admin/users/{username}/sessions/{id}', lostAnswer);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Sign out Gate 2 · 7F3K' }));
  await answer(user, 'Sign out');
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  expect(await screen.findByText('Signed out')).toBeVisible();
});

it('offers the counter no signing out, and nobody that of the own phone', async () => {
  serveCall('get', '/api/check-in/phones', phones({ username: 'asha' }, { id: 'b', device: 'Gate 3' }));
  const { unmount } = renderScreen(portalPaths.attendance);
  expect(await screen.findByRole('button', { name: 'Sign out Gate 3' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out Gate 2 · 7F3K' })).toBeNull();
  unmount();
  session.start(token('counter'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByRole('button', { name: 'Message Gate 3' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out Gate 3' })).toBeNull();
});
