import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, double, place, saturday, serveDoors, token } from '@/portal/testing/attendance';
import { renderScreen } from '@/portal/testing/renderScreen';
import { lostAnswer, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

beforeEach(serveDoors);

const twice = { ...attendance, doubles: [double], doubles_total: 1, found: 'one' };

it('lists who was let in twice, and takes the scan back that is named', async () => {
  serveCall('get', '/api/check-in/attendance', twice);
  const sent = serveCall('post', '/api/check-in/undo', {
    result: 'undone',
    still_in: place('Gate 2 · 7F3K'),
  } as never);
  const { user } = renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in twice (1)' });
  expect(card).toHaveTextContent('at Gate 2 · 7F3K (meera)');
  expect(within(card).getByRole('link', { name: 'See candidate Asha Rao' })).toHaveAttribute(
    'href',
    portalPaths.customer('CZ6S4932KF26'),
  );
  await user.click(within(card).getByRole('button', { name: 'Undo the scan of Asha Rao at Gate 5 · AAAA' }));
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Please give a reason')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'She had left');
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText(/Asha Rao is still in by Gate 2 · 7F3K/)).toBeVisible();
  expect(sent[0]?.body).toEqual({
    code: 'CZ6S 4932 KF26',
    list: saturday,
    reason: 'She had left',
    undoes: 'nonce Gate 5 · AAAA',
  });
});

it('keeps the question when the answer to an undo is lost, and sends the same again', async () => {
  serveCall('get', '/api/check-in/attendance', twice, attendance);
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/check-in/undo', async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ result: 'nothing', still_in: null });
    }),
  );
  const { user } = renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in twice (1)' });
  await user.click(within(card).getByRole('button', { name: 'Undo the scan of Asha Rao at Gate 5 · AAAA' }));
  await user.type(screen.getByLabelText('Reason'), 'She had left');
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Let in twice (1)' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('The scan at Gate 5 · AAAA is taken back.')).toBeVisible();
  expect(bodies[1]).toEqual(bodies[0]);
});

it('ticks a double off once more without harm after a lost answer, and looks again', async () => {
  serveCall('get', '/api/check-in/attendance', twice, attendance);
  const done = { at: '2025-05-31T05:10:00Z', by: 'asha' };
  const sent = serveCall('post', '/api/check-in/deal-with', lostAnswer, done);
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Tick off Asha Rao' }));
  await user.type(screen.getByLabelText('Reason'), 'The same person');
  await user.click(screen.getByRole('button', { name: 'Tick off' }));
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Let in twice (1)' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Tick off' }));
  expect(await screen.findByText('Asha Rao is ticked off.')).toBeVisible();
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

it('ticks a double off with a reason, and says who was first', async () => {
  serveCall('get', '/api/check-in/attendance', twice);
  const sent = serveCall('post', '/api/check-in/deal-with', { at: '2025-05-31T05:10:00Z', by: 'ravi' });
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Tick off Asha Rao' }));
  await user.type(screen.getByLabelText('Reason'), 'The same person');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tick off' }));
  expect(await screen.findByText('ravi has ticked Asha Rao off already.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ list: saturday, double: 'double-1', reason: 'The same person' });
});

it('asks for the doubles when they have changed alone, and for one page of them', async () => {
  const sent = serveCall('get', '/api/check-in/attendance', (call) => ({
    ...twice,
    doubles_total: 45,
    doubles: call.query.found ? null : [{ ...double, id: `page ${call.query.doubles_page ?? ''}` }],
    without_right: call.query.found ? null : [],
  }));
  const { user } = renderScreen(portalPaths.attendance);
  expect(await screen.findByText('Showing 1 to 20 of 45')).toBeVisible();
  await waitFor(() => {
    expect(sent.at(-1)?.query).toMatchObject({ doubles_page: '1', found: 'one' });
  });
  expect(screen.getByRole('button', { name: 'Tick off Asha Rao' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Let in twice: later' }));
  expect(await screen.findByText('Showing 21 to 40 of 45')).toBeVisible();
  await waitFor(() => {
    expect(sent.some(({ query }) => query.doubles_page === '2' && !query.found)).toBe(true);
  });
});

it('lists who was let in without a right, why, and with an undo for those who may', async () => {
  const { candidate, first } = double;
  const people = [{ candidate, reason: 'withdrawn' as const, at: first }];
  serveCall('get', '/api/check-in/attendance', {
    ...attendance,
    without_right: people,
    without_right_total: 1,
  });
  const undo = 'Undo the scan of Asha Rao at Gate 2 · 7F3K';
  const { unmount } = renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in without a right (1)' });
  expect(card).toHaveTextContent('The pass was withdrawn.');
  expect(card).toHaveTextContent('at Gate 2 · 7F3K (meera)');
  expect(within(card).getByRole('link', { name: 'See candidate Asha Rao' })).toBeVisible();
  expect(within(card).getByRole('button', { name: undo })).toBeVisible();
  unmount();
  session.start(token('accountant'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByRole('region', { name: 'Let in without a right (1)' })).toBeVisible();
  expect(screen.queryByRole('button', { name: undo })).toBeNull();
});

it('ticks off who was let in without a right, with a reason', async () => {
  const { candidate, first } = double;
  const people = [{ candidate, reason: 'unpaid' as const, at: first }];
  const found = { ...attendance, without_right: people, without_right_total: 1, found: 'one' };
  serveCall('get', '/api/check-in/attendance', found);
  const sent = serveCall('post', '/api/check-in/deal-with', { at: '2025-05-31T05:10:00Z', by: 'asha' });
  const { user } = renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in without a right (1)' });
  await user.click(within(card).getByRole('button', { name: 'Tick off Asha Rao' }));
  await user.type(screen.getByLabelText('Reason'), 'Paid at the counter');
  serveCall('get', '/api/check-in/attendance', attendance);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tick off' }));
  expect(await screen.findByText('Asha Rao is ticked off.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Let in without a right (1)' })).toBeNull();
  expect(sent[0]?.body).toEqual({
    list: saturday,
    without_right: 'nonce Gate 2 · 7F3K',
    reason: 'Paid at the counter',
  });
});
