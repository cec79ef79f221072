import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

type Item = AnswerOf<'/api/admin/attention'>[number];

const item = (change: Partial<Item> = {}): Item => ({
  order_id: 'order_1',
  customer_id: 'cust-1',
  flag: 'DISPUTED',
  note: 'The bank has asked.',
  at: '2025-05-30T20:35:00Z',
  name: 'Asha Nair',
  amount: 1850,
  ...change,
});
const button = () => screen.findByRole('button', { name: /^Mark as dealt with/ });

it.each([
  ['DUPLICATE_PAYMENT', 'Paid twice', /has paid for the same course more than once/],
  ['AMOUNT_MISMATCH', 'Wrong amount', /another amount than the one that was to be paid/],
  ['REFUNDED', 'Refunded', /was refunded, but not from here/],
  ['OVERSOLD', 'No place left', /give the exam more places/],
  [
    'REFUND_FAILED',
    'Refund failed',
    /Ask the payment provider again .* may still be on its way: pay it no other way until the provider says that it failed\. Then refund it again/,
  ],
  ['NO_SEAT', 'No seat', /choose one by hand/],
  [
    'DISPUTED',
    'Disputed',
    /the candidate’s page says how that stands. While it is open, answer it .* refund nothing.*DISPUTE_OF_FURTHER_PAYMENT.* second payment of the order, .* pass and revenue stay/,
  ],
  ['PAID_WITHOUT_MAIL', 'Pass not sent', /correct it on their page/],
  ['UNRESOLVED', 'Still open', /Ask the payment provider again from the candidate’s page/],
  ['MAIL_BOUNCED', 'Pass came back', /Correct the address on their page/],
  ['MAIL_COMPLAINT', 'Reported as spam', /the mail service sends nothing more there/],
  ['UNREADABLE', 'Cannot be read', /It will be retried automatically, and nothing is lost/],
] as const)('says of %s what it is and what to do about it', async (flag, title, advice) => {
  serveCall('get', '/api/admin/attention', [item({ flag })]);
  renderScreen(portalPaths.attention);
  const entry = await screen.findByRole('listitem');
  expect(within(entry).getByText(title)).toBeVisible();
  expect(within(entry).getByText(advice)).toBeVisible();
  expect(within(entry).getByText('The bank has asked.')).toBeVisible();
  expect(within(entry).getByRole('link', { name: 'See candidate Asha Nair' })).toHaveAttribute(
    'href',
    portalPaths.customer('cust-1'),
  );
});

it('shows what each order costs where that is known', async () => {
  serveCall('get', '/api/admin/attention', [
    item({ order_id: 'order_1' }),
    item({ order_id: 'order_2', amount: null }),
  ]);
  renderScreen(portalPaths.attention);
  const entries = (await screen.findAllByRole('listitem')).map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  );
  const day = '31/05/2025, 02:05 am';
  expect(entries[0]).toContain(`Order order_1, Rs 1,850, ${day}`);
  expect(entries[1]).toContain(`Order order_2, ${day}`);
});

it('shows what another release raised, and does not offer to deal with it', async () => {
  const raised = item({ flag: 'UNRECOGNISED', word: 'SEAT_TAKEN', order_id: '', customer_id: '', name: '' });
  serveCall('get', '/api/admin/attention', [raised]);
  renderScreen(portalPaths.attention);
  const entry = await screen.findByRole('listitem');
  expect(within(entry).getByText('Unknown: SEAT_TAKEN')).toBeVisible();
  expect(within(entry).getByText(/Another release of the site raised this/)).toBeVisible();
  expect(within(entry).queryByRole('button')).not.toBeInTheDocument();
  expect(within(entry).queryByRole('link')).not.toBeInTheDocument();
});

it('takes an entry away once somebody has agreed that it is dealt with', async () => {
  serveCall('get', '/api/admin/attention', [item()], []);
  const cleared = serveCall('delete', '/api/admin/attention/{order_id}/{flag}', { message: '' });
  const { user } = renderScreen(portalPaths.attention);
  await user.click(await button());
  expect(await question()).toHaveAccessibleName('Mark “Disputed” of Asha Nair as dealt with?');
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText('No payment needs attention.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(cleared).toHaveLength(1);
  expect(cleared[0]).toMatchObject({
    ids: { order_id: 'order_1', flag: 'DISPUTED' },
    query: { at: '2025-05-30T20:35:00Z' },
  });
});

it('shows an entry that was raised again as it is now, and marks that', async () => {
  const again = item({ note: 'The bank has asked for another.', at: '2025-05-30T20:40:00Z' });
  serveCall('get', '/api/admin/attention', [item()], [again], []);
  const raised = 'This was raised again meanwhile. Look at it once more.';
  const cleared = serveCall(
    'delete',
    '/api/admin/attention/{order_id}/{flag}',
    refusal(409, 'stale_version', raised),
    { message: '' },
  );
  const { user } = renderScreen(portalPaths.attention);
  await user.click(await button());
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText(raised)).toBeVisible();
  expect(await screen.findByText('The bank has asked for another.')).toBeVisible();
  await waitFor(async () => expect(await button()).toBeEnabled());
  await user.click(await button());
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText('No payment needs attention.')).toBeVisible();
  expect(cleared.map(({ query }) => query)).toEqual([
    { at: '2025-05-30T20:35:00Z' },
    { at: '2025-05-30T20:40:00Z' },
  ]);
});

it('takes an entry away that somebody else has dealt with, and says so', async () => {
  serveCall('get', '/api/admin/attention', [item()], []);
  const gone = 'This is not on the list.';
  serveCall('delete', '/api/admin/attention/{order_id}/{flag}', refusal(404, 'not_found', gone));
  const { user } = renderScreen(portalPaths.attention);
  await user.click(await button());
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText(gone)).toBeVisible();
  expect(await screen.findByText('No payment needs attention.')).toBeVisible();
});

it('marks an entry by itself once the server, which has too much to do, has time for it', async () => {
  serveCall('get', '/api/admin/attention', [item()], []);
  const busy = refusal(503, 'busy', 'Others are doing this.');
  const cleared = serveCall('delete', '/api/admin/attention/{order_id}/{flag}', busy, busy, { message: '' });
  const { user } = renderScreen(portalPaths.attention);
  await user.click(await button());
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText('No payment needs attention.')).toBeVisible();
  expect(screen.queryByText('Others are doing this.')).not.toBeInTheDocument();
  expect(cleared).toHaveLength(3);
});

it.each([
  ['could not be marked', 503, 'It could not be marked as dealt with'],
  [
    'may have been marked',
    500,
    /^The server met an error, so it is not known whether it was marked as dealt with\./,
  ],
])('leaves an entry that %s, to be tried again', async (_, status, text) => {
  serveCall('get', '/api/admin/attention', [item()]);
  serveCall('delete', '/api/admin/attention/{order_id}/{flag}', refusal(status, 'busy', ''));
  const { user } = renderScreen(portalPaths.attention);
  await user.click(await button());
  await answer(user, 'Mark as dealt with');
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(async () => expect(await button()).toBeEnabled());
});

it('says that the list did not come, and tries again when asked', async () => {
  serveCall('get', '/api/admin/attention', refusal(403, 'forbidden', ''), [item()]);
  const { user } = renderScreen(portalPaths.attention);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch what needs attention');
  expect(screen.queryByText('No payment needs attention.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await button()).toBeVisible();
});
