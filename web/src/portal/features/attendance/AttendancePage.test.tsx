import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, candidate, place, saturday, serveDoors, token } from '@/portal/testing/attendance';
import { answer, renderScreen } from '@/portal/testing/renderScreen';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

beforeEach(serveDoors);

it('shows how many are in, by hour and by device, and asks again within two seconds', async () => {
  const sent = serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, admitted: 5 });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.getByRole('table', { name: 'Devices' })).toHaveTextContent('Gate 2 · 7F3K');
  expect(screen.getByText(/^Sat,? 10\s?am$/i)).toBeVisible();
  expect(await screen.findByText('of 10 are in (50%)')).toBeVisible();
  expect(sent[0]?.query).toEqual({ list: saturday, doubles_page: '1', without_right_page: '1' });
});

it('says who came in when fewer passes are valid than that, as after the deletion', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, expected: 0, admitted: 7 });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('came in; 0 of the passes are still valid')).toBeVisible();
  expect(screen.queryByText(/ are in \(/)).toBeNull();
});

it('shows the list that is chosen', async () => {
  const sent = serveCall('get', '/api/check-in/attendance', (call) => ({
    ...attendance,
    list: call.query.list ?? '',
    admitted: 0,
    by_hour: [],
    by_device: [],
  }));
  const { user } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('List'), 'BCA');
  await waitFor(() => {
    expect(sent.at(-1)?.query).toMatchObject({ list: 'exam:bca' });
  });
  expect(await screen.findAllByText('Nobody has been scanned yet.')).toHaveLength(2);
});

it('says why there is no attendance', async () => {
  serveCall('get', '/api/check-in/attendance', refusal(404, 'not_found', 'There is no such list.'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such list.');
});

it('clears the practice before the day begins, as long as there is more of it', async () => {
  serveCall('get', '/api/check-in/attendance', attendance);
  const sent = serveCall(
    'post',
    '/api/check-in/clear',
    { cleared: 3, more: true },
    { cleared: 1, more: false },
  );
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Clear practice' }));
  await answer(user, 'Clear practice');
  expect(await screen.findByText('4 practice admissions are cleared.')).toBeVisible();
  expect(sent).toHaveLength(2);
});

it('says in the singular that the practice of one person is cleared', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, admitted: 1 });
  serveCall('post', '/api/check-in/clear', { cleared: 1, more: false });
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Clear practice' }));
  expect(await screen.findByText('Clear 1 practice admission?')).toBeVisible();
  await answer(user, 'Clear practice');
  expect(await screen.findByText('1 practice admission is cleared.')).toBeVisible();
});

it('says that it is not known whether the practice is cleared when no answer came, and looks again', async () => {
  serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, admitted: 0 });
  server.use(http.post('*/api/check-in/clear', () => HttpResponse.error()));
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Clear practice' }));
  await answer(user, 'Clear practice');
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear practice' })).toBeNull());
});

it.each([
  ['once the day has begun', 'admin', { as_of: '2025-05-31T04:00:00Z' }],
  ['for those who may not', 'counter', {}],
])('offers no clearing %s', async (_, role, changes) => {
  session.start(token(role));
  serveCall('get', '/api/check-in/attendance', { ...attendance, ...changes });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear practice' })).toBeNull();
});

it('shows how many are inside now where that is counted, and whom', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, inside: 3 });
  const sent = serveCall('get', '/api/check-in/attendance/candidates', {
    list: saturday,
    label: 'Sat 31 May',
    exam: null,
    candidates: [candidate('Asha Rao', { admitted: place('Gate 1'), out: place('Gate 2') })],
    next: null,
  });
  const { user } = renderScreen(portalPaths.attendance);
  expect(await screen.findByText('inside now, 1 has gone out')).toBeVisible();
  expect(screen.getByText('of 10 came in (40%)')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), 'Those who have gone out');
  expect(await screen.findByRole('table', { name: 'People' })).toHaveTextContent(/Out since .* at Gate 2/);
  expect(sent[0]?.query).toEqual({ list: saturday, inside: 'no' });
});

it('counts who goes out when an administrator says so, and says what that means', async () => {
  serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, inside: 4 });
  const sent = serveCall('put', '/api/check-in/lists', { list: saturday, check_out: true });
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Count who goes out' }));
  await answer(user, 'Count who goes out');
  expect(await screen.findByText('Who goes out is counted from now on.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ list: saturday, check_out: true });
  expect(await screen.findByText('inside now, 0 have gone out')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop counting who goes out' })).toBeVisible();
});

it('shows after a lost answer whether who goes out is counted, and leads nobody to the opposite', async () => {
  serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, inside: 4 });
  serveCall('put', '/api/check-in/lists', lostAnswer);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Count who goes out' }));
  await answer(user, 'Count who goes out');
  const words = await screen.findByText(/it is not known whether this was done/);
  expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
  expect(await screen.findByRole('button', { name: 'Stop counting who goes out' })).toBeVisible();
});

it('offers nothing of who goes out where it is not counted, and no setting to those who may not', async () => {
  session.start(token('counter'));
  serveCall('get', '/api/check-in/attendance', attendance);
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.queryByText(/inside now/)).toBeNull();
  expect(screen.queryByRole('option', { name: 'Those who have gone out' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Count who goes out' })).toBeNull();
});

it('leads to an export of the list, for those who may export', async () => {
  serveCall('get', '/api/check-in/attendance', attendance);
  const { unmount } = renderScreen(portalPaths.attendance);
  const link = await screen.findByRole('link', { name: 'Export' });
  expect(link).toHaveAttribute('href', `${portalPaths.exports}?kind=attendance&list=day%3A2025-05-31`);
  unmount();
  session.start(token('counter'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Export' })).not.toBeInTheDocument();
});
