import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, candidate, place, saturday, serveDoors, token } from '@/portal/testing/attendance';
import { renderScreen } from '@/portal/testing/renderScreen';
import { serveCall } from '@/testing/calls';

beforeEach(serveDoors);

const page = { list: saturday, label: 'Sat 31 May', exam: null };

it('lists who is not in, past pages that have nobody, and prints them', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/check-in/attendance', attendance);
  const sent = serveCall('get', '/api/check-in/attendance/candidates', (call) => {
    const number = Number(call.query.page ?? '1');
    const candidates = number === 2 ? [candidate('Asha Rao', { exam_preference: 'Online' })] : [];
    return { ...page, candidates, next: number < 3 ? String(number + 1) : null };
  });
  const { user } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('Show'), 'Those who are not in');
  const table = await screen.findByRole('table', { name: 'People' });
  expect(table).toHaveTextContent(/Asha Rao.*BCA · Hall 1 · 10–11:30 AM.*Online/);
  expect(sent.map(({ query }) => [query.admitted, query.page])).toEqual([
    ['no', undefined],
    ['no', '2'],
    ['no', '3'],
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Print these' }));
  await waitFor(() => {
    expect(window.print).toHaveBeenCalledOnce();
  });
  expect(document.querySelector('#attendance-lists')).toHaveTextContent('Sat 31 May: not in');
  window.dispatchEvent(new Event('afterprint'));
});

it('shows where those are in who are, and more when they are asked for', async () => {
  serveCall('get', '/api/check-in/attendance', attendance);
  const some = (first: number) =>
    Array.from({ length: 50 }, (_, index) =>
      candidate(`Student ${String(first + index)}`, { admitted: place('Gate 1') }),
    );
  const sent = serveCall(
    'get',
    '/api/check-in/attendance/candidates',
    { ...page, candidates: some(0), next: '2' },
    { ...page, candidates: some(50), next: null },
  );
  const { user } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('Show'), 'Those who are in');
  const table = await screen.findByRole('table', { name: 'People' });
  expect(within(table).getAllByText(/at Gate 1$/)).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => {
    expect(within(table).getAllByText(/at Gate 1$/)).toHaveLength(100);
  });
  expect(sent.map(({ query }) => [query.admitted, query.page])).toEqual([
    ['yes', undefined],
    ['yes', '2'],
  ]);
  await user.selectOptions(screen.getByLabelText('Show'), 'Show no names');
  expect(screen.queryByRole('table', { name: 'People' })).toBeNull();
});

it.each([
  ['BCA', 'Those who are in', 'validity=valid&checked_in=exam%3Abca'],
  [
    'BCA',
    'Those who are not in',
    'validity=valid&holds_exam=bca&exam_preference=Offline&not_checked_in=exam%3Abca',
  ],
  ['BCA', 'Everybody', 'validity=valid&holds_exam=bca&exam_preference=Offline'],
  ['Sat 31 May', 'Those who are not in', 'validity=valid&not_checked_in=day%3A2025-05-31'],
])('writes, of the list %s, to %s', async (list, shown, query) => {
  serveCall('get', '/api/check-in/attendance', ({ query: { list: of = '' } }) => ({
    ...attendance,
    list: of,
  }));
  serveCall('get', '/api/check-in/attendance/candidates', {
    ...page,
    candidates: [candidate('Asha Rao')],
    next: null,
  });
  const { user } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('List'), list);
  await user.selectOptions(await screen.findByLabelText('Show'), shown);
  expect(await screen.findByRole('link', { name: 'Write to these' })).toHaveAttribute(
    'href',
    `${portalPaths.newMessage}?${query}`,
  );
  expect(screen.getByRole('button', { name: 'Print these' })).toBeEnabled();
});

it('offers no writing to those inside, who change by the minute, nor to who sends no messages', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, inside: 3 });
  serveCall('get', '/api/check-in/attendance/candidates', {
    ...page,
    candidates: [candidate('Asha Rao', { admitted: place('Gate 1') })],
    next: null,
  });
  const { user, unmount } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('Show'), 'Those who are inside now');
  expect(await screen.findByText(/Write to those who are in\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Write to these' })).toBeNull();
  unmount();
  session.start(token('counter'));
  const clerk = renderScreen(portalPaths.attendance);
  await clerk.user.selectOptions(await screen.findByLabelText('Show'), 'Those who are in');
  await screen.findByRole('table', { name: 'People' });
  expect(screen.queryByRole('link', { name: 'Write to these' })).toBeNull();
});
