import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OwnResult } from '@/lib/api/types';
import { renderApp } from '@/site/testing/renderApp';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { pass, serve } from '@/testing/server';

const at = '/results?order_id=order_1';

const result = (change: Partial<OwnResult> = {}): OwnResult => ({
  examName: 'B.Tech',
  collegeName: 'Periyar Institute',
  marks: 87.5,
  out_of: 100,
  rank: 3,
  scholarship_percent: 50,
  absent: false,
  remark: 'Well done',
  ...change,
});
const nothing = refusal(404, 'not_found', 'There are no results for this pass yet.');
const figures = (item: HTMLElement) =>
  within(item)
    .getAllByRole('term')
    .map((term) => `${term.textContent ?? ''}: ${term.nextElementSibling?.textContent ?? ''}`);

it('shows each published result, and prints it as a letter', async () => {
  serveCall('get', '/api/order/{order_id}', pass);
  const asked = serveCall('get', '/api/order/{order_id}/results', [
    result(),
    result({ examName: 'BBA', marks: 0, rank: null, scholarship_percent: null, remark: '' }),
    result({
      examName: 'BCA',
      absent: true,
      marks: null,
      out_of: null,
      rank: null,
      scholarship_percent: null,
    }),
  ]);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderApp(at);
  expect(await screen.findByText('Asha Nair')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Your results' })).toHaveFocus();
  expect(asked.map(({ ids }) => ids)).toEqual([{ order_id: 'order_1' }]);
  const [first, second, third] = ['B.Tech', 'BBA', 'BCA'].map(
    (name) => screen.getByRole('heading', { level: 2, name }).closest('li') ?? document.body,
  );
  if (!first || !second || !third) throw new Error('a result is not there');
  expect(figures(first)).toEqual(['Marks: 87.5 of 100', 'Rank: 3', 'Scholarship: 50 %']);
  expect(within(first).getByText('Well done')).toBeVisible();
  expect(figures(second)).toEqual(['Marks: 0 of 100']);
  expect(within(third).getByText('Absent')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Print the letter' }));
  expect(print).toHaveBeenCalledOnce();
});

it.each([
  [
    'arrived',
    false,
    'The mail to asha@example.com has the link of your pass, from which this page opens in any browser.',
  ],
  ['came back', true, undefined],
])(
  'says what else there is where no print window comes, and what the mail has, where that %s',
  async (_, mail_bounced, words) => {
    const advance = controlTime();
    serveCall('get', '/api/order/{order_id}', { ...pass, mail_bounced });
    serveCall('get', '/api/order/{order_id}/results', [result()]);
    vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Print the letter' }));
    await advance(1_500);
    const help = await screen.findByRole('heading', { name: 'No print window?' });
    await waitFor(() => expect(help).toHaveFocus());
    expect(screen.getByText(/Your own browser does it/)).toBeVisible();
    const mails = screen.queryAllByText(/mail to/).map(({ textContent }) => textContent);
    expect(mails).toEqual(words ? [words] : []);
    expect(screen.queryAllByRole('link', { name: 'Mail it to me again' })).toHaveLength(words ? 1 : 0);
  },
);

it('says before anything is published that there is nothing yet, and looks again when asked', async () => {
  serveCall('get', '/api/order/{order_id}', pass);
  serveCall('get', '/api/order/{order_id}/results', nothing, [result()]);
  const { user } = renderApp(at);
  expect(await screen.findByRole('heading', { level: 1, name: 'No results yet' })).toBeVisible();
  expect(screen.getByText('B.Tech, Periyar Institute')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'B.Tech' })).toBeVisible();
});

it.each([
  ['there is no such pass', refusal(404, 'not_found', 'no')],
  ['the link was changed', refusal(422, 'invalid_field', 'no', 'order_id')],
])('leads to “Find my pass” where %s', async (_, reply) => {
  serveCall('get', '/api/order/{order_id}', reply);
  serveCall('get', '/api/order/{order_id}/results', reply.status === 404 ? nothing : reply);
  renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent(/leads to no pass/);
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Find my pass' })).toHaveAttribute('href', '/find-pass');
});

it('shows no letter any more where the pass turns out to be withdrawn while it is open, also where the next look fails', async () => {
  const advance = controlTime();
  const withdrawn = refusal(410, 'pass_withdrawn', 'This pass is no longer valid: the payment was refunded.');
  const down = refusal(500, 'internal_error', 'Something went wrong.');
  const asked = serveCall('get', '/api/order/{order_id}', pass, withdrawn, down);
  serveCall('get', '/api/order/{order_id}/results', [result()], withdrawn, down);
  serve.status({ status: 'PAID', attempt: 'none' });
  renderApp(at);
  expect(await screen.findByText('Well done')).toBeVisible();
  // The network is back, so it is asked for again.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('alert')).toHaveTextContent('the payment was refunded');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveLength(3));
  // When it is asked again, the failure is known.
  await advance(15_000);
  await waitFor(() => expect(asked.length).toBeGreaterThan(3));
  expect(screen.getByRole('alert')).toHaveTextContent('the payment was refunded');
  expect(screen.queryByText('Well done')).toBeNull();
});

it('offers to load again what could not be loaded', async () => {
  const down = refusal(500, 'internal_error', 'Something went wrong.');
  serveCall('get', '/api/order/{order_id}', pass);
  serveCall('get', '/api/order/{order_id}/results', down, [result()]);
  const { user } = renderApp(at);
  await user.click(await screen.findByRole('button', { name: 'Load again' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'B.Tech' })).toBeVisible();
});

it('goes on from the passes of this device, or from “Find my pass”', async () => {
  localStorage.setItem('passes', JSON.stringify([{ orderId: 'order_1', name: 'Asha Nair' }]));
  renderApp('/results');
  const kept = await screen.findByRole('region', { name: 'Your pass on this device' });
  const link = within(kept).getByRole('link', { name: /^Asha Nair/ });
  expect(link).toHaveAttribute('href', '/results?order_id=order_1');
});
