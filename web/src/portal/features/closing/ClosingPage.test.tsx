import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dashboard, noLogs } from '@/portal/testing/records';
import { renderApp } from '@/portal/testing/renderApp';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import type { Closing, Deletion } from './closing';

const open: Closing = {
  event: 'Scholarship Expo Kochi',
  last_day: '2025-06-01',
  over: true,
  confirmation: 'DELETE',
  checks: [
    { kind: 'open_orders', count: 0, blocks: true },
    { kind: 'refunds', count: 0, blocks: true },
    { kind: 'attention', count: 2, blocks: false },
  ],
};
const closed: Closing = {
  ...open,
  registration_closed_at: '2025-06-02T06:00:00Z',
  registration_closed_by: 'meera',
};
const deletion: Deletion = {
  step: 'erase',
  started_at: '2025-06-02T06:10:00Z',
  started_by: 'meera',
  erased: { CANDIDATE: 1200, MOON: 1 },
  redacted: 4,
  exports: 37,
};

it('closes registration after a question, and only then can anything be deleted', async () => {
  serveCall('get', '/api/closing', open, closed);
  const sent = serveCall('post', '/api/closing', closed);
  const { user } = renderScreen(portalPaths.closing);
  expect(await screen.findByRole('button', { name: 'Delete personal data…' })).toBeDisabled();
  expect(screen.getByRole('link', { name: '2 payments need attention' })).toHaveAttribute(
    'href',
    portalPaths.attention,
  );
  await user.click(screen.getByRole('button', { name: 'Close registration' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close registration' }),
  );
  expect(await screen.findByRole('button', { name: 'Open registration again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete personal data…' })).toBeEnabled();
  expect(sent.map(({ body }) => body)).toEqual([{ step: 'close_registration', despite_warnings: false }]);
});

it('deletes nothing while payments are under way', async () => {
  serveCall('get', '/api/closing', {
    ...closed,
    checks: [{ kind: 'open_orders', count: 1, blocks: true }],
  });
  renderScreen(portalPaths.closing);
  expect(
    await screen.findByText('Payments or refunds are under way, so nothing can be deleted yet.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete personal data…' })).toBeDisabled();
});

it('leads to messages and to bulk actions where one of them has not ended', async () => {
  serveCall('get', '/api/closing', { ...closed, checks: [{ kind: 'jobs', count: 2, blocks: false }] });
  renderScreen(portalPaths.closing);
  const line = (await screen.findByText('2 messages or bulk actions have not ended')).closest('li');
  const links = within(line ?? document.body).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Messages', portalPaths.messages],
    ['Bulk actions', portalPaths.bulk],
  ]);
});

it('asks for what is to be typed, and keeps it when the server refuses', async () => {
  serveCall('get', '/api/closing', closed);
  const refused = refusal(409, 'warnings', 'Mails, flags or tills are still open. Look at them first.');
  const sent = serveCall('post', '/api/closing', refused);
  const { user } = renderScreen(portalPaths.closing);
  await user.click(await screen.findByRole('button', { name: 'Delete personal data…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/To confirm/), 'delete');
  await user.click(dialog.getByRole('button', { name: 'Delete for ever' }));
  expect(dialog.getByText('Type DELETE')).toBeVisible();
  expect(dialog.getByText('Type EXPORTED or WITHOUT EXPORT')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(dialog.getByLabelText(/To confirm/));
  await user.type(dialog.getByLabelText(/To confirm/), 'DELETE ');
  await user.type(dialog.getByLabelText(/What was exported/), 'EXPORTED');
  await user.click(dialog.getByRole('button', { name: 'Delete for ever' }));
  expect(await dialog.findByText(refused.message)).toBeVisible();
  expect(dialog.getByLabelText(/To confirm/)).toHaveValue('DELETE ');
  expect(sent[0]?.body).toEqual({
    step: 'delete',
    confirmation: 'DELETE',
    export: 'EXPORTED',
    despite_warnings: false,
  });
  await user.click(dialog.getByLabelText('I have looked at what is still open'));
  await user.click(dialog.getByRole('button', { name: 'Delete for ever' }));
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ despite_warnings: true }));
});

it('shows after a lost answer whether registration is open, and leads nobody to the opposite', async () => {
  serveCall('get', '/api/closing', closed, open);
  serveCall('post', '/api/closing', lostAnswer);
  const { user } = renderScreen(portalPaths.closing);
  await user.click(await screen.findByRole('button', { name: 'Open registration again' }));
  const words = await screen.findByText(/it is not known whether this was done/);
  expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
  expect(await screen.findByRole('button', { name: 'Close registration' })).toBeVisible();
});

it('shows after a lost answer that the deletion has begun', async () => {
  serveCall('get', '/api/closing', { ...closed, checks: [] }, { ...closed, checks: [], deletion });
  const sent = serveCall('post', '/api/closing', lostAnswer);
  const { user } = renderScreen(portalPaths.closing);
  await user.click(await screen.findByRole('button', { name: 'Delete personal data…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/To confirm/), 'DELETE');
  await user.type(dialog.getByLabelText(/What was exported/), 'EXPORTED');
  await user.click(dialog.getByRole('button', { name: 'Delete for ever' }));
  expect(await screen.findByRole('region', { name: 'Deleted' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toHaveLength(1);
});

it('shows how far the deletion is, and names what was deleted and what remains', async () => {
  serveCall('get', '/api/closing', { ...closed, checks: [], deletion });
  renderScreen(portalPaths.closing);
  expect(
    await screen.findByText(/Deleting candidates, orders, mails and everything beside them/),
  ).toBeVisible();
  const deleted = within(screen.getByRole('region', { name: 'Deleted' }));
  expect(deleted.getByText('1,200')).toBeVisible();
  expect(deleted.getByText('MOON')).toBeVisible();
  expect(deleted.getByText('37')).toBeVisible();
  expect(screen.getByText(/Books of account are kept for eight years/)).toBeVisible();
});

it('reports the end, the file for the accounts, and a sheet that could not be emptied', async () => {
  serveCall('get', '/api/closing', {
    ...closed,
    checks: [],
    deletion: {
      ...deletion,
      step: 'done',
      finished_at: '2025-06-02T06:20:00Z',
      sheet_emptied: false,
      records: {
        address: 's3://records/records/payments-1.csv',
        payments: 900,
        paid: 900_000,
        refunded: 1_000,
        lost: 1_850,
        sha256: 'ab12',
      },
    },
  });
  renderScreen(portalPaths.closing);
  expect(await screen.findByText(/Personal data was deleted on 02\/06\/2025/)).toBeVisible();
  expect(screen.getByText('Rs 9,00,000')).toBeVisible();
  expect(screen.getByText('s3://records/records/payments-1.csv')).toBeVisible();
  expect(screen.getByText('Could not be emptied: delete it by hand')).toBeVisible();
});

it('takes the number of flags out of the menu once they are deleted', async () => {
  session.start(tokenOf('meera'));
  serveCall('get', '/api/admin/logs', noLogs);
  serveCall('get', '/api/admin/dashboard', { ...dashboard, attention: 14 }, { ...dashboard, attention: 0 });
  serveCall('get', '/api/closing', { ...closed, deletion: { ...deletion, step: 'done' } });
  renderApp(portalPaths.closing);
  expect(await screen.findByText('What remains, and where')).toBeVisible();
  await waitFor(() => {
    expect(screen.getByRole('link', { name: 'Needs attention' })).toBeVisible();
  });
});
