import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { pick, pickedStore } from '@/portal/kit/resources/picked';
import { single } from '@/portal/testing/packages';
import { examDetail } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import type { BulkAction, BulkPreview } from './words';

const id = '01747735200000-0123456789ABCDEF';
const one = (change: Partial<BulkAction> = {}): BulkAction => ({
  bulk_id: id,
  action: 'withdraw',
  state: 'working',
  reason: 'The hall is closed',
  audience: { status: 'PAID', customer_ids: [] },
  total: 1_200,
  done: 700,
  skipped: 40,
  failed: 10,
  left: 450,
  by: 'asha',
  at: '2025-05-30T20:35:00Z',
  ...change,
});
const preview = (change: Partial<BulkPreview> = {}): BulkPreview => ({
  changes: 1_200,
  skipped: [{ reason: 'not_paid', count: 3 }],
  sample: [{ customer_id: 'C1', name: 'Asha Rao' }],
  ...change,
});

function begin(query = '?status=PAID&payment_mode=cash', role = 'admin') {
  session.start(tokenOf('asha', role));
  return renderScreen(`${portalPaths.newBulk}${query}`);
}

it('says to how many it is done and to whom it is not, and begins when their number is typed', async () => {
  const counted = serveCall('post', '/api/bulk/preview', preview());
  const begun = serveCall('post', '/api/bulk', { bulk_id: id });
  serveCall('get', '/api/bulk/{id}', one());
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  const { user, address } = begin();
  expect(await screen.findByText('Payment Status: PAID, Payment Mode: Cash')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Action'), 'Withdraw passes');
  expect(await screen.findByText('It is done to 1,200 candidates.')).toBeVisible();
  expect(screen.getByText('3 candidates passed over: not paid, so there is no pass')).toBeVisible();
  expect(
    within(screen.getByRole('list', { name: 'Some of them' })).getByText('and 1,199 more'),
  ).toBeVisible();
  const press = () => user.click(screen.getByRole('button', { name: 'Withdraw passes' }));
  await press();
  expect(screen.getByLabelText('Reason')).toBeInvalid();
  await user.type(screen.getByLabelText('Reason'), 'The hall is closed');
  await press();
  expect(screen.getByLabelText(/type the number/)).toBeInvalid();
  await user.type(screen.getByLabelText(/type the number/), '1200');
  await press();
  await waitFor(() => expect(address()).toBe(`/dashboard/bulk-actions/done/${id}`));
  const audience = { status: 'PAID', payment_mode: 'cash' };
  expect(counted.map(({ body }) => body)).toEqual([{ action: 'withdraw', audience }]);
  expect(begun.map(({ body }) => body)).toEqual([
    { action: 'withdraw', audience, expected: 1_200, reason: 'The hall is closed' },
  ]);
});

it('counts again when there are others by now', async () => {
  serveCall('post', '/api/bulk/preview', preview(), preview({ changes: 2, skipped: [] }));
  serveCall('post', '/api/bulk', refusal(409, 'count_changed', 'It is 2 candidates by now.'));
  const { user } = begin('?candidate=C1&candidate=C2');
  expect(await screen.findByText('2 candidates who were picked')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Action'), 'Send passes again');
  await user.type(await screen.findByLabelText(/type the number/), '1,200');
  await user.click(screen.getByRole('button', { name: 'Send passes again' }));
  expect(await screen.findByText('It is 2 candidates by now.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Count them again' }));
  expect(await screen.findByText('It is done to 2 candidates.')).toBeVisible();
  expect(screen.getByLabelText(/type the number/)).toHaveValue('');
});

it('says only that they could not be counted where there is no connection', async () => {
  server.use(http.post('*/api/bulk/preview', () => HttpResponse.error()));
  const { user } = begin();
  await user.selectOptions(await screen.findByLabelText('Action'), 'Withdraw passes');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^They could not be counted/);
  expect(alert).not.toHaveTextContent('not known whether');
});

it('offers a clerk what a clerk may do to one', async () => {
  begin('', 'counter');
  const options = within(await screen.findByLabelText('Action')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose',
    'Send passes again',
    'Mark as paid',
  ]);
});

it('counts what was chosen last, whatever comes of the one before', async () => {
  let answerFirst: (counted: BulkPreview) => void = () => undefined;
  let answerSecond = answerFirst;
  serveCall(
    'post',
    '/api/bulk/preview',
    new Promise<BulkPreview>((resolve) => (answerFirst = resolve)),
    new Promise<BulkPreview>((resolve) => (answerSecond = resolve)),
  );
  const begun = serveCall('post', '/api/bulk', { bulk_id: id });
  serveCall('get', '/api/bulk/{id}', one());
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  const { user } = begin();
  const action = await screen.findByLabelText('Action');
  await user.selectOptions(action, 'Send passes again');
  await user.selectOptions(action, 'Mark as paid');
  expect(screen.getByText('They are being counted...')).toBeVisible();
  answerSecond(preview({ changes: 2 }));
  expect(await screen.findByText('It is done to 2 candidates.')).toBeVisible();
  answerFirst(preview());
  await user.type(screen.getByLabelText(/type the number/), '2');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as paid' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
  await waitFor(() => expect(begun).toHaveLength(1));
  expect(begun[0]?.body).toMatchObject({ action: 'mark_paid', expected: 2 });
});

it('says nothing of a count that failed for an action that is not chosen any more', async () => {
  let refuseFirst: (refused: never) => void = () => undefined;
  serveCall(
    'post',
    '/api/bulk/preview',
    new Promise<never>((resolve) => (refuseFirst = resolve)),
    preview({ changes: 2 }),
  );
  const { user } = begin();
  const action = await screen.findByLabelText('Action');
  await user.selectOptions(action, 'Send passes again');
  await user.selectOptions(action, 'Mark as paid');
  expect(await screen.findByText('It is done to 2 candidates.')).toBeVisible();
  refuseFirst(refusal(500, 'internal_error', 'Something went wrong.') as never);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as paid' })).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('forgets who was picked in the list once it has begun', async () => {
  pick('asha', 'C1', true);
  serveCall('post', '/api/bulk/preview', preview({ changes: 1 }));
  serveCall('post', '/api/bulk', { bulk_id: id });
  serveCall('get', '/api/bulk/{id}', one());
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  const { user, address } = begin('?candidate=C1');
  await user.selectOptions(await screen.findByLabelText('Action'), 'Send passes again');
  await user.type(await screen.findByLabelText(/type the number/), '1');
  expect(pickedStore.get().ids).toEqual(['C1']);
  await user.click(screen.getByRole('button', { name: 'Send passes again' }));
  await waitFor(() => expect(address()).toBe(`/dashboard/bulk-actions/done/${id}`));
  expect(pickedStore.get().ids).toEqual([]);
});

it('asks for no number where it applies to nobody', async () => {
  serveCall('post', '/api/bulk/preview', preview({ changes: 0, sample: [] }));
  const { user } = begin();
  await user.selectOptions(await screen.findByLabelText('Action'), 'Give passes back');
  expect(await screen.findByText('It applies to nobody.')).toBeVisible();
  expect(screen.queryByLabelText(/type the number/)).not.toBeInTheDocument();
});

it('shows how far it is, stops and resumes it, and says what became of whom', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk/{id}', one(), one({ state: 'stopped' }), one());
  const stopped = serveCall('post', '/api/bulk/{id}/stop', undefined);
  const resumed = serveCall('post', '/api/bulk/{id}/resume', undefined);
  const at = '2025-05-30T20:35:00Z';
  const asked = serveCall(
    'get',
    '/api/bulk/{id}/results',
    { results: [{ customer_id: 'C1', name: 'Asha Rao', at }] },
    { results: [{ customer_id: 'C2', reason: 'not_paid', at }] },
  );
  const { user } = renderScreen(portalPaths.bulkAction(id));
  expect(await screen.findByText('750 of 1,200')).toBeVisible();
  expect(screen.getByText('Reason: The hall is closed')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Asha Rao' })).toHaveAttribute(
    'href',
    portalPaths.customer('C1'),
  );
  await user.click(screen.getByRole('button', { name: /^Passed over/ }));
  expect(await screen.findByRole('link', { name: 'C2' })).toBeVisible();
  expect(screen.getByText(/not paid, so there is no pass/)).toBeVisible();
  expect(asked.map(({ query }) => query.outcome)).toEqual(['done', 'skipped']);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeVisible();
  expect([stopped.length, resumed.length]).toEqual([1, 1]);
});

const asha = { customer_id: 'C1', name: 'Asha Rao', at: '2025-05-30T20:35:00Z' };
const binu = { ...asha, customer_id: 'C2', name: 'Binu Nair' };

it('has no number of one that failed before it had any candidates', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk', { bulk: [one({ state: 'failed', total: 0, done: 0, failed: 0, left: 0 })] });
  renderScreen(portalPaths.bulk);
  expect(await screen.findByText('No candidates were written down.')).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it('takes the focus to its heading when the button that was pressed is gone', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk/{id}', one(), one({ state: 'stopped' }), one());
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  serveCall('post', '/api/bulk/{id}/stop', undefined);
  serveCall('post', '/api/bulk/{id}/resume', undefined);
  const { user } = renderScreen(portalPaths.bulkAction(id));
  const heading = await screen.findByRole('heading', { name: 'Withdraw passes' });
  for (const [pressed, next] of [
    ['Stop', 'Resume'],
    ['Resume', 'Stop'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: pressed }));
    await waitFor(() => expect(screen.getByRole('button', { name: next })).toBeEnabled());
    expect(heading).toHaveFocus();
    heading.blur();
  }
});

it('reads the results again as more come, and leaves those in place that are there', async () => {
  session.start(tokenOf('asha'));
  const stops = serveCall('post', '/api/bulk/{id}/stop', undefined);
  serveCall('get', '/api/bulk/{id}', () => (stops.length > 0 ? one({ state: 'stopped', done: 701 }) : one()));
  serveCall('get', '/api/bulk/{id}/results', { results: [asha] }, { results: [asha, binu] });
  const { user } = renderScreen(portalPaths.bulkAction(id));
  const first = await screen.findByRole('link', { name: 'Asha Rao' });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('link', { name: 'Binu Nair' })).toBeVisible();
  expect(first).toBeInTheDocument();
});

it('keeps a further page of the results open as more come', async () => {
  session.start(tokenOf('asha'));
  const stops = serveCall('post', '/api/bulk/{id}/stop', undefined);
  serveCall('get', '/api/bulk/{id}', () => (stops.length > 0 ? one({ state: 'stopped', done: 701 }) : one()));
  const asked = serveCall(
    'get',
    '/api/bulk/{id}/results',
    { results: [asha], next: 'C1' },
    { results: [binu] },
    new Promise<never>(() => undefined),
  );
  const { user } = renderScreen(portalPaths.bulkAction(id));
  await user.click(await screen.findByRole('button', { name: 'More results' }));
  const further = await screen.findByRole('link', { name: 'Binu Nair' });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
  expect(further).toBeInTheDocument();
  expect(asked.map(({ query }) => query.after)).toEqual([undefined, 'C1']);
});

it('says for whom it is by the names of package and exam, and by an id that has none any more', async () => {
  serveCall('get', '/api/packages', [{ ...single, _id: 'p-1', name: 'One exam' }]);
  serveCall('get', '/api/exam-details', [examDetail({ _id: 'c-1', examName: 'B.Tech Computer Science' })]);
  begin('?package=p-1&course=c-1&holds_exam=c-gone&checked_in=exam:c-1');
  expect(
    await screen.findByText(
      'Package: One exam, Registered for: B.Tech Computer Science, May sit the exam: c-gone, Was let in on: B.Tech Computer Science',
    ),
  ).toBeVisible();
});

it('reads the results again where more have come since the last of them was read', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk/{id}', one({ state: 'done', done: 3, skipped: 0, failed: 0, left: 0 }));
  const cini = { ...binu, customer_id: 'C0', name: 'Cini Das' };
  serveCall(
    'get',
    '/api/bulk/{id}/results',
    { results: [asha], next: 'C1' },
    { results: [binu] },
    { results: [cini, asha, binu] },
  );
  const { user } = renderScreen(portalPaths.bulkAction(id));
  await user.click(await screen.findByRole('button', { name: 'More results' }));
  const further = await screen.findByRole('link', { name: 'Binu Nair' });
  const list = further.closest('ul');
  await user.click(screen.getByRole('button', { name: 'Read the results again' }));
  expect(await screen.findByRole('link', { name: 'Cini Das' })).toBeVisible();
  const names = screen.getAllByRole('link', { name: /Asha|Binu|Cini/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Cini Das', 'Asha Rao', 'Binu Nair']);
  expect(screen.queryByRole('button', { name: /results/ })).toBeNull();
  // The button is gone: the focus is where reading begins.
  expect(list).toHaveFocus();
});

it('lists each once, also where the first page has others by the time that it is read again', async () => {
  const advance = controlTime();
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk/{id}', one());
  const asked = serveCall(
    'get',
    '/api/bulk/{id}/results',
    { results: [asha], next: 'C1' },
    { results: [binu] },
    { results: [binu] },
  );
  const { user } = renderScreen(portalPaths.bulkAction(id));
  await user.click(await screen.findByRole('button', { name: 'More results' }));
  expect(await screen.findByRole('link', { name: 'Binu Nair' })).toBeVisible();
  // What comes back to a window too soon is not read again.
  await advance(10_000);
  fireEvent.focus(window);
  await advance(1_000);
  expect(asked).toHaveLength(3);
  const names = screen.getAllByRole('link', { name: /Asha|Binu/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Asha Rao', 'Binu Nair']);
});

it.each([
  ['mark_paid', 'meera', false],
  ['mark_paid', 'asha', true],
  ['resend', 'meera', true],
])('resumes %s that %s began: %s', async (action, by, mayResume) => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk/{id}', one({ action, by, state: 'stopped' }));
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  renderScreen(portalPaths.bulkAction(id));
  expect(await screen.findByText('750 of 1,200')).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Resume' })).toHaveLength(mayResume ? 1 : 0);
  expect(screen.queryAllByText(/^The money goes into the till of who began it/)).toHaveLength(
    mayResume ? 0 : 1,
  );
});

it('offers who may only look nothing to press', async () => {
  session.start(tokenOf('meera', 'accountant'));
  serveCall('get', '/api/bulk/{id}', one());
  serveCall('get', '/api/bulk/{id}/results', { results: [] });
  renderScreen(portalPaths.bulkAction(id));
  expect(await screen.findByText('750 of 1,200')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});

it('lists what was done, or says that nothing was', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk', { bulk: [one({ state: 'done', left: 0, done: 1_150 })] });
  renderScreen(portalPaths.bulk);
  expect(await screen.findByText('1,150 withdrawn, 40 passed over, 10 failed')).toBeVisible();
  expect(screen.getByText(/· Payment Status: PAID$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Withdraw passes' })).toHaveAttribute(
    'href',
    portalPaths.bulkAction(id),
  );
});

it('says how many were picked once that is all that is known', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk', { bulk: [one({ state: 'done', total: 2, audience: { customer_ids: [] } })] });
  renderScreen(portalPaths.bulk);
  expect(await screen.findByText(/· 2 candidates$/)).toBeVisible();
});

it('says where it begins when nothing was done yet', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/bulk', { bulk: [] });
  renderScreen(portalPaths.bulk);
  expect(await screen.findByText(/It begins in the list of customers/)).toBeVisible();
});
