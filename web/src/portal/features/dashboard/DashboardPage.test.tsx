import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { renderApp } from '@/portal/testing/renderApp';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dashboard, lineAtRest, noLogs } from '@/portal/testing/records';
import { tokenOf } from '@/portal/testing/signIn';

it('leads from each figure to what it counts, with the money of the counter where one may see it', async () => {
  session.start('a.b.c');
  serveCall('get', '/api/admin/logs', noLogs);
  serveCall('get', '/api/admin/dashboard', dashboard);
  const sums = {
    entries: 3,
    opening: 0,
    paid: 3700,
    paid_back: 1850,
    expected: 1850,
    missing: 0,
    surplus: 0,
  };
  serveCall('get', '/api/till', { ...sums, day: '2025-05-20', modes: [], tills: [], since_closing: 0 });
  renderApp(portalPaths.dashboard);
  await screen.findByText('Today at the counter');
  const figures = [...document.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
    term.nextElementSibling?.querySelector('a')?.getAttribute('href'),
  ]);
  const list = '/dashboard/customer-list';
  expect(figures).toEqual([
    ['Revenue', 'Rs\u00a03,850', list],
    ['Today at the counter', 'Rs\u00a01,850', '/dashboard/till'],
    ['Candidates', '6', `${list}?status=all`],
    ['PAID', '3', `${list}?status=PAID`],
    ['CREATED', '1', `${list}?status=CREATED`],
    ['PENDING', '2', `${list}?status=ACTIVE`],
    ['FAILED', '0', `${list}?status=FAILED`],
    ['EXPIRED', '0', `${list}?status=EXPIRED`],
    ['UNKNOWN', '0', `${list}?status=UNKNOWN`],
  ]);
});

it('keeps the figures in sight when newer ones do not come, and tries again when asked', async () => {
  session.start('a.b.c');
  serveCall('get', '/api/admin/logs', noLogs);
  // The first answer is the guard's.
  serveCall('get', '/api/admin/dashboard', dashboard, refusal(403, 'forbidden', ''), {
    ...dashboard,
    candidates: 7,
  });
  const { user } = renderApp(portalPaths.dashboard);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to fetch the dashboard. This is what was here before.');
  const candidates = () => screen.getByText('Candidates').nextElementSibling;
  expect(candidates()).toHaveTextContent('6');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(candidates()).toHaveTextContent('7'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const rowsByMode = async () => {
  const table = within(await screen.findByRole('table', { name: 'By mode' }));
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')),
    );
};

it('says to whoever sees the revenue what came by which mode, and what of it went back', async () => {
  session.start(tokenOf('meera', 'accountant'));
  serveCall('get', '/api/admin/logs', noLogs);
  const [online, cash, ...unused] = dashboard.modes;
  const modes = [
    { ...online, mode: 'online', paid: 1200, taken: 222_000.1, given_back: 1850, lost: 0.2 } as const,
    { ...cash, mode: 'cash', paid: 1, taken: 99.5, given_back: 0, lost: 0 } as const,
    ...unused,
  ];
  serveCall('get', '/api/admin/dashboard', { ...dashboard, modes });
  renderApp(portalPaths.dashboard);
  expect(await rowsByMode()).toEqual([
    ['Online', '1,200', 'Rs 2,22,000.10', 'Rs 1,850', 'Rs 0.20', 'Rs 2,20,149.90'],
    ['Cash', '1', 'Rs 99.50', 'Rs 0', 'Rs 0', 'Rs 99.50'],
    ['Total', '1,201', 'Rs 2,22,099.60', 'Rs 1,850', 'Rs 0.20', 'Rs 2,20,249.40'],
  ]);
});

it('shows no modes while nothing was paid', async () => {
  session.start('a.b.c');
  serveCall('get', '/api/admin/logs', noLogs);
  serveCall('get', '/api/admin/dashboard', { ...dashboard, modes: [] });
  renderApp(portalPaths.dashboard);
  await screen.findByRole('region', { name: 'Registrations per college' });
  expect(screen.queryByText('By mode')).toBeNull();
});

it('says how many bars of a chart it shows, and shows all of them when asked', async () => {
  session.start('a.b.c');
  serveCall('get', '/api/admin/logs', noLogs);
  const colleges = Array.from({ length: 7 }, (_, number) => ({
    id: `c${String(number)}`,
    name: `College ${String(number)}`,
    registrations: 7 - number,
    paid: 0,
    revenue: 0,
  }));
  serveCall('get', '/api/admin/dashboard', { ...dashboard, colleges });
  const { user } = renderApp(portalPaths.dashboard);
  const chart = within(await screen.findByRole('region', { name: 'Registrations per college' }));
  expect(chart.getAllByRole('listitem')).toHaveLength(5);
  expect(chart.getByText('5 of 7')).toBeVisible();
  await user.click(chart.getByRole('button', { name: 'Show all of Registrations per college' }));
  expect(chart.getAllByRole('listitem')).toHaveLength(7);
  expect(chart.getByText('All 7')).toBeVisible();
  await user.click(chart.getByRole('button', { name: 'Registrations per college as a table' }));
  expect(chart.getAllByRole('rowheader')).toHaveLength(7);
  await user.click(chart.getByRole('button', { name: 'Show fewer of Registrations per college' }));
  expect(chart.getAllByRole('rowheader')).toHaveLength(5);
});

it.each([
  [{ waiting: 0 }, 'The line: nobody waits · room for 180 a minute', 'The line'],
  [{ waiting: 1 }, 'One person waits in line to pay. See the line'],
  [
    { waiting: 240, hold: { until: '2025-05-20T13:00:00Z', since: '2025-05-20T12:00:00Z', by: 'meera' } },
    'The line is held until 20/05/2025, 06:30 pm. About 240 people wait in line to pay. See the line',
  ],
])('says of the line %j: %s', async (line, words, name = 'See the line') => {
  session.start('a.b.c');
  serveCall('get', '/api/admin/logs', noLogs);
  serveCall('get', '/api/admin/dashboard', dashboard);
  serveCall('get', '/api/payments/line', { ...lineAtRest, ...line });
  renderApp(portalPaths.dashboard);
  const link = await screen.findByRole('link', { name });
  expect(link).toHaveAttribute('href', portalPaths.event);
  expect(link.parentElement?.textContent.replaceAll('\u00a0', ' ')).toBe(words);
});
