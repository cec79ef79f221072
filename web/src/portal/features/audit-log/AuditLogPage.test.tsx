import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';

type Entry = AnswerOf<'/api/admin/logs'>['entries'][number];

const entry = (id: string, username: string, more: Partial<Entry> = {}): Entry => ({
  id,
  at: '2025-05-30T20:35:00Z',
  username,
  action: 'package.created',
  subject: 'p1',
  target: { kind: 'package', id: 'p1', name: 'Two Exams' },
  before: null,
  after: { name: 'Two Exams' },
  ...more,
});
const failed = refusal(403, 'forbidden', '');

it('says that the log did not come, and tries again when asked', async () => {
  serveCall('get', '/api/admin/logs', failed, { entries: [entry('1', 'meera')] });
  const { user } = renderScreen(portalPaths.auditLog);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the audit log');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('cell', { name: 'Package created' })).toBeVisible();
});

it('keeps the newer entries in sight when older ones do not come', async () => {
  serveCall('get', '/api/admin/logs', (sent) => {
    if (sent.query.cursor) return failed as never;
    return { entries: [entry('1', 'meera')], next: 'older' };
  });
  const { user } = renderScreen(portalPaths.auditLog);
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the audit log');
  expect(screen.getByText('meera', { selector: 'button' })).toBeVisible();
});

it('dims the entries of another question until its answer is there, also where it does not come', async () => {
  let answerNow: (page: { entries: Entry[] }) => void = () => undefined;
  serveCall('get', '/api/admin/logs', (sent) => {
    if (sent.query.by === 'binu') return failed as never;
    if (sent.query.by === 'asha') return new Promise((resolve) => (answerNow = resolve)) as never;
    return { entries: [entry('1', 'meera'), entry('2', 'binu'), entry('3', 'asha')] };
  });
  const { user } = renderScreen(portalPaths.auditLog);
  await user.click(await screen.findByRole('button', { name: 'Only what asha did' }));
  const table = () => screen.getByRole('table', { name: 'Audit log' }).closest('[aria-busy]');
  await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'true'));
  answerNow({ entries: [entry('3', 'asha')] });
  await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'false'));
  expect(screen.queryByRole('button', { name: 'Only what meera did' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
  await user.click(await screen.findByRole('button', { name: 'Only what binu did' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the audit log');
  expect(table()).toHaveAttribute('aria-busy', 'true');
});

it('names what was changed, and leads to it where it is still there', async () => {
  serveCall('get', '/api/admin/logs', {
    entries: [
      entry('1', 'meera', { target: { kind: 'candidate', id: 'C1', name: 'Asha Rao' } }),
      entry('2', 'meera', { target: { kind: 'college', id: 'c1', name: 'Periyar', removed: true } }),
      entry('3', 'meera', { target: { kind: 'candidate', id: 'C2', removed: true } }),
      entry('4', 'meera', {
        action: 'check_in.options',
        target: { kind: 'list', id: 'day:2025-05-31', name: 'day:2025-05-31' },
      }),
      { ...entry('5', 'meera'), action: 'line.held', target: null },
      { ...entry('6', 'meera'), action: 'retention.unpaid_deleted', target: null },
    ],
  });
  renderScreen(portalPaths.auditLog);
  expect(await screen.findByRole('link', { name: 'Asha Rao' })).toHaveAttribute(
    'href',
    portalPaths.customer('C1'),
  );
  expect(screen.queryByRole('link', { name: 'Periyar' })).not.toBeInTheDocument();
  expect(screen.getByText('A candidate, no longer there')).toBeVisible();
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('The list of 31/05/2025')).toBe(portalPaths.attendance);
  expect(link('The line')).toBe(portalPaths.event);
  expect(screen.getByRole('cell', { name: 'Unpaid registrations' })).toBeVisible();
});

it('asks for what the address names, and keeps in the address what is asked for', async () => {
  const sent = serveCall('get', '/api/admin/logs', { entries: [entry('1', 'meera')] });
  const { user } = renderScreen(`${portalPaths.auditLog}?kind=catalogue&from=2025-05-31&to=junk`);
  await user.click(await screen.findByRole('button', { name: 'Only what meera did' }));
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  expect(filters.getByLabelText('Who')).toHaveValue('meera');
  await expect
    .poll(() => sent.at(-1)?.query)
    .toEqual({ limit: '20', by: 'meera', kind: 'catalogue', from: '2025-05-31' });
  await user.click(filters.getByRole('button', { name: 'Reset Filters' }));
  expect(filters.getByLabelText('Who')).toHaveValue('');
  expect(filters.getByLabelText('What')).toHaveValue('');
});

it('says how far it has searched when that is not all, and goes on when asked', async () => {
  serveCall('get', '/api/admin/logs', (sent) =>
    sent.query.cursor ? { entries: [] } : { entries: [], next: 'older', searched_to: '2025-05-20T04:30:00Z' },
  );
  const { user } = renderScreen(`${portalPaths.auditLog}?by=nobody`);
  expect(await screen.findByText('Searched back to 20/05/2025.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByText('No entries match these filters.')).toBeVisible();
});
