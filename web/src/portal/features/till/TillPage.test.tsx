import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import { today } from '@/portal/kit/ui/format';
import { refusal, serveCall } from '@/testing/calls';

type Day = AnswerOf<'/api/till'>;
type Till = Day['tills'][number];

const nothing = {
  entries: 0,
  paid: 0,
  paid_back: 0,
  opening: 0,
  expected: 0,
  counted: null,
  difference: null,
  missing: 0,
  surplus: 0,
  since_closing: 0,
};
const cash = { ...nothing, mode: 'cash', entries: 2, paid: 2850, expected: 2850 };
const modes = [{ ...nothing, mode: 'card' }, cash, { ...nothing, mode: 'upi' }];
const own: Till = {
  ...cash,
  clerk: 'asha',
  modes,
  closings: [],
  payments: [
    {
      at: '2025-05-20T05:00:00Z',
      kind: 'paid',
      mode: 'cash',
      amount: 1850,
      receipt_no: 'R-CZ6S-4932-KF26',
      customer_id: 'cust-1',
    },
  ],
};
const closed: Till = {
  ...own,
  counted: 2850,
  difference: 0,
  modes: modes.map((line) => ({ ...line, counted: line.paid, difference: 0 })),
  closings: [
    {
      number: 1,
      closed_by: 'asha',
      closed_at: '2025-05-20T12:00:00Z',
      counts: [{ mode: 'cash', opening: 0, expected: 2850, counted: 2850, difference: 0 }],
    },
  ],
};
const day = (...tills: Till[]): Day => ({
  ...nothing,
  day: '2025-05-20',
  modes,
  tills,
  entries: 2,
  expected: 2850,
});
const tokenOf = (role: string) => `e30.${btoa(JSON.stringify({ username: 'asha', role }))}.x`;

beforeEach(() => {
  session.start(tokenOf('counter'));
});

it('shows the sums by mode and each payment with its receipt', async () => {
  serveCall('get', '/api/till', day(own));
  renderScreen(portalPaths.till);
  expect(await screen.findByRole('link', { name: 'R-CZ6S-4932-KF26' })).toHaveAttribute(
    'href',
    portalPaths.customer('cust-1'),
  );
  expect(screen.getAllByText('Rs 2,850').length).toBeGreaterThan(1);
});

it('closes the till with what was counted, and says what is missing while it is typed', async () => {
  serveCall('get', '/api/till', day(own), day(closed));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  const counted = await screen.findByLabelText(/Cash, counted/);
  await user.clear(screen.getByLabelText(/Cash, opening/));
  await user.type(screen.getByLabelText(/Cash, opening/), '500');
  await user.type(counted, '3340.50');
  expect(screen.getByText('Rs 9.50 missing')).toBeVisible();
  await user.clear(counted);
  await user.type(counted, '3350');
  expect(screen.getAllByText('Balanced').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(await screen.findByRole('region', { name: 'Closings' })).toHaveTextContent(/by asha/);
  expect(sent[0]?.body).toEqual({
    day: today(),
    clerk: 'asha',
    opening: { cash: 500, card: 0, upi: 0 },
    // Nobody has counted the others.
    counted: { cash: 3350 },
  });
  expect(screen.queryByRole('button', { name: 'Close till' })).not.toBeInTheDocument();
});

it('asks for a mode in which money came in while the till was counted, and shows what came', async () => {
  const school = { ...nothing, mode: 'upi', entries: 1, paid: 1850, expected: 1850 };
  const more: Till = {
    ...own,
    modes: modes.map((line) => (line.mode === 'upi' ? school : line)),
    payments: [
      ...(own.payments ?? []),
      {
        at: '2025-05-20T12:00:00Z',
        kind: 'paid',
        mode: 'upi',
        amount: 1850,
        receipt_no: 'R-0123-4567-89AB',
        customer_id: 'cust-2',
      },
    ],
  };
  serveCall('get', '/api/till', day(own), day(more), day(closed));
  const sent = serveCall(
    'post',
    '/api/till/close',
    refusal(422, 'invalid_field', 'Count upi, too: money moved there', 'counted'),
    closed,
  );
  const { user } = renderScreen(portalPaths.till);
  await user.type(await screen.findByLabelText(/Cash, counted/), '2850');
  const upi = screen.getByLabelText(/UPI, counted/);
  expect(upi).toHaveAccessibleDescription('May stay empty: no money moved.');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(await screen.findByRole('link', { name: 'R-0123-4567-89AB' })).toBeVisible();
  await waitFor(() => expect(upi).toHaveFocus());
  expect(upi).toHaveAccessibleDescription('Money moved here meanwhile. Enter what was counted.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.type(upi, '1850');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(await screen.findByRole('region', { name: 'Closings' })).toBeVisible();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { counted: { cash: 2850 } },
    { counted: { cash: 2850, upi: 1850 } },
  ]);
  expect(sent[0]?.body).not.toHaveProperty('counted.upi');
});

it('wants a mode counted that had money in it before the first payment', async () => {
  serveCall('get', '/api/till', day(own));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  await user.type(await screen.findByLabelText(/Cash, counted/), '2850');
  await user.clear(screen.getByLabelText(/UPI, opening/));
  await user.type(screen.getByLabelText(/UPI, opening/), '100');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(screen.getByLabelText(/UPI, counted/)).toHaveAccessibleDescription('Enter what was counted.');
  expect(sent).toHaveLength(0);
});

it('takes a count of more than one crore', async () => {
  serveCall('get', '/api/till', day(own), day(closed));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  await user.type(await screen.findByLabelText(/Cash, counted/), '1,11,00,000');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ counted: { cash: 11_100_000 } }));
});

it('wants every amount before it sends anything', async () => {
  serveCall('get', '/api/till', day(own));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  await user.click(await screen.findByRole('button', { name: 'Close till' }));
  expect(screen.getByLabelText(/Cash, counted/)).toHaveAccessibleDescription('Enter what was counted.');
  expect(sent).toHaveLength(0);
});

it('takes amounts as people write them, and refuses what it would have to guess at', async () => {
  serveCall('get', '/api/till', day(own), day(closed));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  const counted = await screen.findByLabelText(/Cash, counted/);
  await user.clear(screen.getByLabelText(/Cash, opening/));
  await user.type(screen.getByLabelText(/Cash, opening/), '₹40,600.00');
  await user.type(counted, '43,45');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(counted).toHaveAccessibleDescription(/not clear which amount/);
  expect(sent).toHaveLength(0);
  await user.clear(counted);
  await user.type(counted, 'Rs 43,450/-');
  expect(screen.getAllByText('Balanced').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ opening: { cash: 40_600 }, counted: { cash: 43_450 } }),
  );
});

it('never makes up what is missing in one mode by another, in the sums nor in a closing', async () => {
  const short: Till = {
    ...closed,
    difference: 0,
    missing: 1000,
    surplus: 1000,
    closings: closed.closings.map((closing) => ({
      ...closing,
      counts: [
        { mode: 'cash', opening: 0, expected: 2850, counted: 1850, difference: -1000 },
        { mode: 'upi', opening: 0, expected: 0, counted: 1000, difference: 1000 },
      ],
    })),
  };
  serveCall('get', '/api/till', day(short));
  renderScreen(portalPaths.till);
  const closings = await screen.findByRole('region', { name: 'Closings' });
  expect(closings).toHaveTextContent('Rs 1,000 missing');
  expect(closings).toHaveTextContent('Rs 1,000 too much');
  const sums = within(screen.getByLabelText('Till of asha'));
  const all = sums.getAllByText(/All/)[0]?.closest('tr, li');
  expect(all).toHaveTextContent('Rs 1,000 missing');
  expect(all).not.toHaveTextContent('Balanced');
});

it('keeps what the closing found apart from what came since', async () => {
  const later: Till = {
    ...closed,
    expected: 9400,
    counted: 2800,
    difference: -50,
    missing: 50,
    since_closing: 6550,
  };
  serveCall('get', '/api/till', day(later));
  renderScreen(portalPaths.till);
  expect(await screen.findByText('Rs 50 missing')).toBeVisible();
  expect(screen.getByText('+Rs 6,550')).toBeVisible();
  expect(
    screen.getByText(/Rs 6,550 came in since the till was closed, and has not been counted/),
  ).toBeVisible();
  expect(screen.queryByText(/6,600/)).not.toBeInTheDocument();
});

it('corrects a closing by its number, and tells what came in since', async () => {
  serveCall('get', '/api/till', day({ ...closed, since_closing: 1000 }));
  const sent = serveCall('post', '/api/till/close', closed);
  const { user } = renderScreen(portalPaths.till);
  expect(await screen.findByText(/Rs 1,000 came in since the till was closed/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct the count' }));
  await user.type(screen.getByLabelText(/Cash, counted/), '2850');
  await user.click(screen.getByRole('button', { name: 'Record the correction' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ corrects: 1 }));
});

it('says that it was closed elsewhere', async () => {
  serveCall('get', '/api/till', day(own));
  serveCall('post', '/api/till/close', refusal(409, 'already_closed', 'This till is closed.'));
  const { user } = renderScreen(portalPaths.till);
  await user.type(await screen.findByLabelText(/Cash, counted/), '2850');
  await user.click(screen.getByRole('button', { name: 'Close till' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This till is closed.');
});

it('lists everybody’s tills and opens one', async () => {
  const listed: Till = { ...own, payments: null };
  const all = day(listed, { ...listed, clerk: 'devi' });
  const asked = serveCall('get', '/api/till', all, day(own), all);
  const { user } = renderScreen(portalPaths.till);
  await user.click(await screen.findByRole('button', { name: 'See till of asha' }));
  await screen.findByRole('link', { name: 'R-CZ6S-4932-KF26' });
  expect(asked[1]?.query).toMatchObject({ clerk: 'asha' });
  await user.click(screen.getByRole('button', { name: 'All tills' }));
  expect(await screen.findByRole('button', { name: 'See till of devi' })).toBeVisible();
});

it('offers an accountant nothing to close', async () => {
  session.start(tokenOf('accountant'));
  serveCall('get', '/api/till', day(own));
  renderScreen(portalPaths.till);
  await screen.findByRole('link', { name: 'R-CZ6S-4932-KF26' });
  expect(screen.queryByRole('button', { name: 'Close till' })).not.toBeInTheDocument();
});

it('says of a day without payments that there is none', async () => {
  serveCall('get', '/api/till', day());
  renderScreen(portalPaths.till);
  expect(await screen.findByText('No money was taken at the counter on this day.')).toBeVisible();
});

it('says that the till did not come, and tries again when asked', async () => {
  serveCall('get', '/api/till', refusal(403, 'forbidden', ''), day(own));
  const { user } = renderScreen(portalPaths.till);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to fetch the till');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'R-CZ6S-4932-KF26' })).toBeVisible();
});
