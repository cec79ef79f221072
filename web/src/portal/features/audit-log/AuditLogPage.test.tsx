import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';

const entry = (id: string, username: string): AnswerOf<'/api/admin/logs'>['entries'][number] => ({
  id,
  at: '2025-05-30T20:35:00Z',
  username,
  action: 'package.created',
  subject: 'p1',
  before: null,
  after: { name: 'Two Exams' },
});
const failed = refusal(403, 'forbidden', '');
const slowly = { timeout: 15_000 };

it('says that the log did not come, and tries again when asked', async () => {
  serveCall('get', '/api/admin/logs', failed, { entries: [entry('1', 'meera')] });
  const { user } = renderScreen(portalPaths.logs);
  expect(await screen.findByRole('alert', undefined, slowly)).toHaveTextContent(
    'Failed to fetch the audit log',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('cell', { name: 'Package created' })).toBeVisible();
});

it('keeps the newer entries in sight when older ones do not come', async () => {
  serveCall('get', '/api/admin/logs', (sent) => {
    if (sent.query.cursor) return failed as never;
    return { entries: [entry('1', 'meera')], next: 'older' };
  });
  const { user } = renderScreen(portalPaths.logs);
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }, slowly));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the audit log');
  expect(screen.getByRole('cell', { name: 'meera' })).toBeVisible();
});
