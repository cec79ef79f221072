import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import type { SyncState } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';

const idle: SyncState = {
  running: false,
  done: 40,
  total: 40,
  last_sync: '2025-05-30T20:35:00Z',
  sheet_url: 'https://docs.google.com/spreadsheets/d/abc',
};
const busy: SyncState = { ...idle, running: true, done: 10 };
/** The job takes longer than the call may. */
const answerBeforeTheEnd = () => {
  const message = 'The sync is still running. It continues automatically.';
  server.use(http.post('*/api/sync-all', () => HttpResponse.json({ message }, { status: 202 })));
};
const syncNow = () => screen.findByRole('button', { name: 'Sync Now' });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('tells when the sheet was written last and where it is', async () => {
  serveCall('get', '/api/sync', idle);
  renderScreen(portalPaths.sheetSync);
  const time = await screen.findByText(/31\/05\/2025, 02:05 am/);
  expect(time.parentElement).toHaveTextContent('Last Sync');
  expect(screen.getByRole('link', { name: 'View Google Sheet' })).toHaveAttribute('href', idle.sheet_url);
});

it('is busy until the answer comes, and says what it says', async () => {
  let finish: (done: { message: string }) => void = () => undefined;
  serveCall('get', '/api/sync', idle);
  serveCall('post', '/api/sync', new Promise<{ message: string }>((done) => (finish = done)));
  const { user } = renderScreen(portalPaths.sheetSync);
  await user.click(await syncNow());
  expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Sync everything again' })).toBeDisabled();
  finish({ message: '40 rows written' });
  expect(await question()).toHaveAccessibleName('Sync successful! 40 rows written');
  await answer(user, 'OK');
  expect(screen.getByRole('button', { name: 'Sync Now' })).toBeEnabled();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('shows how far a long job is, and says at its end how it went', async () => {
  const advance = controlTime();
  serveCall('get', '/api/sync', idle, busy, { ...busy, done: 30 }, idle);
  answerBeforeTheEnd();
  const { user } = renderScreen(portalPaths.sheetSync);
  await syncNow();
  await user.click(screen.getByRole('button', { name: 'Sync everything again' }));
  expect(await screen.findByRole('progressbar')).toHaveAccessibleName('10 of 40 candidates');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await advance(1_000);
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAccessibleName('30 of 40 candidates'));
  await advance(1_000);
  expect(await question()).toHaveAccessibleName('Sync successful! 40 candidates are in the sheet.');
});

it('tells the outcome of a job that has ended between the answer and the next look', async () => {
  serveCall('get', '/api/sync', idle);
  answerBeforeTheEnd();
  const { user } = renderScreen(portalPaths.sheetSync);
  await syncNow();
  await user.click(screen.getByRole('button', { name: 'Sync everything again' }));
  expect(await question()).toHaveAccessibleName('Sync successful! 40 candidates are in the sheet.');
});

it('says that a job failed after the answer, and puts the reason into the console', async () => {
  serveCall('get', '/api/sync', idle, { ...idle, error: 'Quota exceeded' });
  answerBeforeTheEnd();
  const { user } = renderScreen(portalPaths.sheetSync);
  await syncNow();
  await user.click(screen.getByRole('button', { name: 'Sync everything again' }));
  expect(await question()).toHaveAccessibleName('Sync failed! Check console for details.');
  await answer(user, 'OK');
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Quota exceeded');
  expect(console.error).toHaveBeenCalledWith(expect.any(String), 'Quota exceeded');
});

it('takes no older state for the outcome while the next one does not come', async () => {
  const advance = controlTime();
  serveCall('get', '/api/sync', idle, refusal(500, 'internal', ''), { ...idle, total: 41 });
  answerBeforeTheEnd();
  const { user } = renderScreen(portalPaths.sheetSync);
  await syncNow();
  await user.click(screen.getByRole('button', { name: 'Sync everything again' }));
  expect(await screen.findByText('Starting...')).toBeVisible();
  await advance(10_000);
  expect(await question()).toHaveAccessibleName('Sync successful! 41 candidates are in the sheet.');
});

it('says that it failed, and why', async () => {
  serveCall('get', '/api/sync', idle);
  serveCall('post', '/api/sync', refusal(502, 'sheet_unavailable', 'The sheet cannot be written.'));
  const { user } = renderScreen(portalPaths.sheetSync);
  await user.click(await syncNow());
  expect(await question()).toHaveAccessibleName('Sync failed! Check console for details.');
  await answer(user, 'OK');
  expect(screen.getByRole('alert')).toHaveTextContent('Error: The sheet cannot be written.');
  expect(console.error).toHaveBeenCalled();
});

it('says that it failed also when nobody says why', async () => {
  serveCall('get', '/api/sync', idle);
  serveCall('post', '/api/sync', refusal(500, 'internal', ''));
  const { user } = renderScreen(portalPaths.sheetSync);
  await user.click(await syncNow());
  await answer(user, 'OK');
  expect(screen.getByRole('alert')).toHaveTextContent(/^Sync failed$/);
});

it('says that it is not known how it went when no answer came', async () => {
  serveCall('get', '/api/sync', idle);
  server.use(http.post('*/api/sync', () => HttpResponse.error()));
  const { user } = renderScreen(portalPaths.sheetSync);
  await user.click(await syncNow());
  expect(await question()).toHaveAccessibleName('It is not known how the sync ended.');
  await answer(user, 'OK');
  expect(screen.getByRole('alert')).toHaveTextContent(/^No answer came .* not known whether this was done/);
});

it('shows the job that another window started instead of a failure', async () => {
  serveCall('get', '/api/sync', idle, busy);
  serveCall('post', '/api/sync', refusal(409, 'sync_running', 'A sync is running already.'));
  const { user } = renderScreen(portalPaths.sheetSync);
  await user.click(await syncNow());
  expect(await screen.findByRole('progressbar')).toHaveAccessibleName('10 of 40 candidates');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Syncing...' })).toBeDisabled();
});

it('shows the error of the last job that nobody watched', async () => {
  serveCall('get', '/api/sync', { ...idle, error: 'Quota exceeded' });
  renderScreen(portalPaths.sheetSync);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: Quota exceeded');
});

it('says what a job waits for, and no longer when it goes on', async () => {
  const advance = controlTime();
  const waiting = 'Google limits how many requests we may send in a minute.';
  serveCall('get', '/api/sync', { ...busy, waiting }, { ...busy, done: 30 }, idle);
  renderScreen(portalPaths.sheetSync);
  expect(await screen.findByText(waiting)).toBeVisible();
  expect(screen.getByText(waiting)).toHaveRole('status');
  await advance(1_000);
  await waitFor(() => expect(screen.queryByText(waiting)).not.toBeInTheDocument());
  expect(screen.getByRole('progressbar')).toHaveAccessibleName('30 of 40 candidates');
});
