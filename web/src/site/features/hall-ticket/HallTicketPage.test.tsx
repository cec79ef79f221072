import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { pass, serve, server } from '@/testing/server';

const at = '/hall-ticket?order_id=order_1';

const [exam] = pass.exams;
if (!exam) throw new Error('the pass has no exam');
const seated = { ...exam, hall: 'Room 204', seat: 'B12', reportingTime: '09:30' };
const facts = (item: HTMLElement) =>
  within(item)
    .getAllByRole('term')
    .map((term) => `${term.textContent?.trim() ?? ''}: ${term.nextElementSibling?.textContent ?? ''}`);

it('has hall, seat and when to be there for each exam that has one, and is printed', async () => {
  serveCall('get', '/api/order/{order_id}', {
    ...pass,
    exams: [
      seated,
      { ...seated, examName: 'BBA', hall: 'Hall 1', reportingTime: null },
      { ...exam, examName: 'BCA' },
    ],
  });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderApp(at);
  expect(await screen.findByText('Asha Nair')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Hall ticket' })).toHaveFocus();
  expect(screen.getByRole('img', { name: 'QR code of pass CZ6S 4932 KF26' })).toBeVisible();
  const [first, second] = ['B.Tech', 'BBA'].map(
    (name) => screen.getByRole('heading', { level: 2, name }).closest('li') ?? document.body,
  );
  if (!first || !second) throw new Error('an exam is not there');
  expect(facts(first)).toEqual([
    'Day: Sat 31 May',
    'Hours: 10–11:30 AM',
    'Be there by: 9:30 AM',
    'Hall: Room 204',
    'Seat: B12',
  ]);
  expect(facts(second)).toEqual(['Day: Sat 31 May', 'Hours: 10–11:30 AM', 'Hall: Hall 1', 'Seat: B12']);
  expect(screen.queryByRole('heading', { level: 2, name: 'BCA' })).toBeNull();
  expect(screen.getByText(/^1 more exam of your pass has no seat yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Print the hall ticket' }));
  expect(print).toHaveBeenCalledOnce();
});

it('has the pass number and not the order id, which opens the pass for anyone who reads the sheet', async () => {
  serveCall('get', '/api/order/{order_id}', { ...pass, exams: [seated] });
  renderApp(at);
  const sheet = await screen.findByRole('article');
  expect(within(sheet).getByText('CZ6S 4932 KF26')).toBeVisible();
  expect(sheet).not.toHaveTextContent(pass.order_id);
});

it('says what else there is where no print window comes, each time, and nothing where one does', async () => {
  const advance = controlTime();
  serveCall('get', '/api/order/{order_id}', { ...pass, exams: [seated] });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderApp(at);
  const button = await screen.findByRole('button', { name: 'Print the hall ticket' });
  for (let times = 0; times < 2; times += 1) {
    await user.click(button);
    expect(button).toHaveFocus();
    await advance(1_500);
    const help = await screen.findByRole('heading', { name: 'No print window?' });
    await waitFor(() => expect(help).toHaveFocus());
  }
  expect(screen.getByText(/Your own browser does it/)).toBeVisible();
  expect(screen.getByText(/from which this page opens in any browser\.$/)).toBeVisible();
  expect(screen.queryByText(/The pass is also in the mail/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Mail it to me again' })).toHaveAttribute('href', '/find-pass');
  print.mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  await user.click(button);
  await waitFor(() => expect(screen.queryByText(/No print window/)).toBeNull());
});

it('says before seats are published that they are not out yet, and looks again when asked', async () => {
  serveCall('get', '/api/order/{order_id}', pass, { ...pass, exams: [seated] });
  const { user } = renderApp(at);
  expect(await screen.findByRole('heading', { level: 1, name: 'The seats are not out yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText('B12')).toBeVisible();
});

it('says to who has none of the seats that are published that one is looked for', async () => {
  const without = { ...pass, exams: [{ ...exam, seatsPublished: true }] };
  serveCall('get', '/api/order/{order_id}', without, { ...pass, exams: [seated] });
  const { user } = renderApp(at);
  const name = 'There is no seat for you yet';
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('the organisers are looking for one');
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText('B12')).toBeVisible();
});

it.each([
  [true, /^Choose on your pass which exams you will sit/],
  [false, /^The seats are given out/],
])('promises no seat to who has not chosen exams (open: %s), and leads to the pass', async (open, words) => {
  serveCall('get', '/api/order/{order_id}', { ...pass, choice: { open, version: 0, chosen: [] } });
  renderApp(at);
  const name = 'You have not chosen your exams';
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Your pass' })).toHaveAttribute(
    'href',
    '/payment/success?order_id=order_1',
  );
});

it('tells who takes the exams on the web that there is none', async () => {
  serveCall('get', '/api/order/{order_id}', { ...pass, exam_preference: 'Online' });
  renderApp(at);
  expect(await screen.findByRole('heading', { level: 1, name: 'No hall ticket needed' })).toBeVisible();
});

it.each([
  ['there is no such pass', refusal(404, 'not_found', 'no')],
  ['the link was changed', refusal(422, 'invalid_field', 'no', 'order_id')],
])('leads to “Find my pass” where %s', async (_, reply) => {
  serveCall('get', '/api/order/{order_id}', reply);
  renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent(/leads to no pass/);
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Find my pass' })).toHaveAttribute('href', '/find-pass');
});

it('says that the pass was withdrawn, and offers to load again what could not be loaded', async () => {
  const withdrawn = refusal(410, 'pass_withdrawn', 'This pass is no longer valid: the payment was refunded.');
  serveCall('get', '/api/order/{order_id}', withdrawn);
  const back = { amount: 1000, sent: true, automatic: false, at_counter: false, at: '2025-05-22T10:00:00Z' };
  serve.status({ status: 'PAID', attempt: 'none', money_back: [back] });
  const { unmount } = renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('the payment was refunded');
  expect(await screen.findByText('Rs 1,000 was sent back on 22 May.')).toBeVisible();
  unmount();
  const down = refusal(500, 'internal_error', 'Something went wrong.');
  serveCall('get', '/api/order/{order_id}', down, { ...pass, exams: [seated] });
  const { user } = renderApp('/hall-ticket?order_id=order_2');
  await user.click(await screen.findByRole('button', { name: 'Load again' }));
  expect(await screen.findByText('B12')).toBeVisible();
});

it.each([
  ['seats', [seated]],
  ['no seats', [exam]],
])(
  'says of when a hall ticket with %s is that this device kept, and looks again when asked',
  async (_, exams) => {
    const headers = { 'X-Kept-At': 'Mon, 26 May 2025 05:00:00 GMT' };
    server.use(http.get('*/api/order/:id', () => HttpResponse.json({ ...pass, exams }, { headers })));
    const { user } = renderApp(at);
    const words = /^As of 26 May, 10:30 AM.* We could not look for changes just now\.$/;
    expect(await screen.findByText(words)).toBeVisible();
    serveCall('get', '/api/order/{order_id}', { ...pass, exams: [{ ...seated, seat: 'C7' }] });
    const [look] = screen.getAllByRole('button', { name: 'Look again' });
    if (!look) throw new Error('there is no button');
    await user.click(look);
    expect(await screen.findByText('C7')).toBeVisible();
    expect(screen.queryByText(words)).toBeNull();
  },
);

it('shows no hall ticket any more where the pass turns out to be withdrawn while it is open, also where the next look fails', async () => {
  const advance = controlTime();
  const withdrawn = refusal(410, 'pass_withdrawn', 'This pass is no longer valid: the payment was refunded.');
  const down = refusal(500, 'internal_error', 'Something went wrong.');
  const asked = serveCall('get', '/api/order/{order_id}', { ...pass, exams: [seated] }, withdrawn, down);
  serve.status({ status: 'PAID', attempt: 'none' });
  renderApp(at);
  expect(await screen.findByText('B12')).toBeVisible();
  // The network is back, so it is asked for again.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('alert')).toHaveTextContent('the payment was refunded');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveLength(3));
  // When it is asked again, the failure is known.
  await advance(15_000);
  await waitFor(() => expect(asked.length).toBeGreaterThan(3));
  expect(screen.getByRole('alert')).toHaveTextContent('the payment was refunded');
  expect(screen.queryByText('B12')).toBeNull();
});

it('goes on from the passes of this device, or from “Find my pass”', async () => {
  localStorage.setItem('passes', JSON.stringify([{ orderId: 'order_1', name: 'Asha Nair' }]));
  renderApp('/hall-ticket');
  const kept = await screen.findByRole('region', { name: 'Your pass on this device' });
  const link = within(kept).getByRole('link', { name: /^Asha Nair/ });
  expect(link).toHaveAttribute('href', '/hall-ticket?order_id=order_1');
});
