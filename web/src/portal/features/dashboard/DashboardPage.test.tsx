import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { renderApp } from '@/portal/testing/renderApp';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dashboard, noLogs } from '@/portal/testing/records';

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
