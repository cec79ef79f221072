import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, candidate, place, saturday, serveDoors } from '@/portal/testing/attendance';
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
