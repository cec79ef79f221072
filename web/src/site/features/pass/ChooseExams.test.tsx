import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { ExamChoice, Pass } from '@/lib/api/types';
import { renderApp } from '@/site/testing/renderApp';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import { pass, serve, server } from '@/testing/server';

const exam = (course: string, timeStart: string, timeEnd: string): ExamChoice['exams'][number] => ({
  course,
  examName: course.toUpperCase(),
  collegeName: 'Periyar Institute',
  date: '2025-05-31',
  timeStart,
  timeEnd,
  venue: 'Hall 1',
  sold_out: false,
  closed: false,
});

const choice = (chosen: string[], version: number): ExamChoice => ({
  open: true,
  version,
  chosen,
  exams: [
    exam('bca', '10:00', '11:00'),
    exam('bba', '10:30', '11:30'),
    { ...exam('law', '12:00', '13:00'), sold_out: true },
    { ...exam('art', '14:00', '15:00'), seats_left: 3 },
  ],
});

const get = '/api/order/{order_id}/exams';
const ofAll = (chosen: string[]): Pass => ({ ...pass, choice: { open: true, version: 0, chosen } });
const box = (name: RegExp) => screen.findByRole('checkbox', { name });

function open(...passes: Pass[]) {
  serve.order(...passes);
  renderApp('/payment/success?order_id=order_1');
  return userEvent.setup();
}

it('says what clashes with what is picked, what is sold out and what is nearly', async () => {
  serveCall('get', get, choice([], 0));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  expect(await box(/BBA/)).toBeDisabled();
  expect(await box(/BBA/)).toHaveAccessibleDescription(/At the same time as BCA/);
  expect(await box(/LAW/)).toBeDisabled();
  expect(await box(/LAW/)).toHaveAccessibleDescription(/Sold out/);
  expect(await box(/ART/)).toHaveAccessibleDescription(/3 places left/);
  await user.click(await box(/BCA/));
  expect(await box(/BBA/)).toBeEnabled();
});

it('saves what is picked on the version that was seen, and then says so', async () => {
  serveCall('get', get, choice([], 4));
  const sent = serveCall('put', get, choice(['bca', 'art'], 5));
  const user = open(ofAll([]), ofAll(['bca', 'art']));
  await user.click(await box(/BCA/));
  await user.click(await box(/ART/));
  await user.click(screen.getByRole('button', { name: 'Save 2 exams' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ exams: ['bca', 'art'], version: 4 }]);
  expect(await screen.findByRole('heading', { name: 'Your choice of exams' })).toBeVisible();
});

it('shows what was saved without asking again, and saves the next on its version', async () => {
  const asked = serveCall('get', get, choice([], 4), refusal(500, 'internal_error', 'no'));
  const sent = serveCall('put', get, choice(['bca', 'art'], 5), choice(['bca'], 6));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(await box(/ART/));
  await user.click(screen.getByRole('button', { name: 'Save 2 exams' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(await box(/ART/)).toBeChecked();
  await user.click(await box(/ART/));
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[1]?.body).toEqual({ exams: ['bca'], version: 5 });
  expect(asked).toHaveLength(1);
});

it('says that the pass does not show yet what was saved, where what comes is what this device kept', async () => {
  serveCall('get', get, choice([], 4));
  serveCall('put', get, choice(['bca', 'art'], 5));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(await box(/ART/));
  const behind = 'The pass above does not show this choice yet.';
  expect(screen.queryByText(behind)).toBeNull();
  const headers = { 'X-Kept-At': 'Mon, 26 May 2025 05:00:00 GMT' };
  server.use(http.get('*/api/order/:id', () => HttpResponse.json(ofAll([]), { headers })));
  await user.click(screen.getByRole('button', { name: 'Save 2 exams' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(await screen.findByText(behind)).toBeVisible();
  expect(screen.getByText(/^As of 26 May, 10:30 AM/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your choice of exams' })).toBeVisible();
  serve.order(ofAll(['art', 'bca']));
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(screen.queryByText(behind)).toBeNull());
});

it('looks again at the exams where the pass is the newer one, and does not call that behind', async () => {
  let arrive: (exams: ExamChoice) => void = () => undefined;
  const coming = new Promise<ExamChoice>((resolve) => {
    arrive = resolve;
  });
  const asked = serveCall('get', get, choice([], 4), coming);
  const headers = { 'X-Kept-At': 'Mon, 26 May 2025 05:00:00 GMT' };
  const ofVersion = (version: number, chosen: string[]) => ({
    ...pass,
    choice: { open: true, version, chosen },
  });
  server.use(http.get('*/api/order/:id', () => HttpResponse.json(ofVersion(4, []), { headers })));
  renderApp('/payment/success?order_id=order_1');
  const user = userEvent.setup();
  expect(await box(/BCA/)).not.toBeChecked();
  serve.order(ofVersion(5, ['bca']));
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText('This is the newest.')).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.getByRole('heading', { name: 'Your choice of exams' })).toBeVisible();
  expect(screen.queryByText(/does not show this choice yet/)).toBeNull();
  arrive(choice(['bca'], 5));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /BCA/ })).toBeChecked());
});

it('keeps what is picked where the registration was changed meanwhile, and saves it on the new version', async () => {
  serveCall('get', get, choice([], 4), choice([], 5));
  const sent = serveCall('put', get, staleVersion, choice(['bca'], 6));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This registration was changed meanwhile. Please look at your choice once more, and save it again.',
  );
  expect(await box(/BCA/)).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[1]?.body).toEqual({ exams: ['bca'], version: 5 });
});

it('keeps what is picked where an answer is lost, and sends the same again', async () => {
  serveCall('get', get, choice([], 0));
  const sent = serveCall('put', get, { status: 504, code: '', message: '' }, choice(['bca'], 1));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please press the button again');
  expect(await box(/BCA/)).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

it('tells what the server refuses, and looks again at what there is', async () => {
  const asked = serveCall('get', get, choice([], 0));
  serveCall('put', get, refusal(409, 'sold_out', 'No place of BCA is left.', 'exams'));
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No place of BCA is left.');
  expect(asked.length).toBeGreaterThan(1);
});

it('shows what is chosen and offers nothing once all seats are given out', async () => {
  const closed = choice(['bca'], 1).exams.map((one) => ({ ...one, closed: true }));
  serveCall('get', get, { ...choice(['bca'], 1), open: false, exams: closed });
  open({ ...pass, choice: { open: false, version: 1, chosen: ['bca'] } });
  const region = await screen.findByRole('region', { name: 'Your choice of exams' });
  expect(await within(region).findByRole('checkbox', { name: /BCA/ })).toBeChecked();
  for (const one of within(region).getAllByRole('checkbox')) expect(one).toBeDisabled();
  expect(within(region).queryByRole('button')).toBeNull();
});

it('is not on the pass of one exam', async () => {
  open(pass);
  expect(await screen.findByText('Booking ID')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('lets what was picked be taken back where its seats are given out meanwhile', async () => {
  const closed = choice([], 0).exams.map((one) => ({ ...one, closed: one.course === 'bca' }));
  serveCall('get', get, choice([], 0), { ...choice([], 0), exams: closed });
  const sent = serveCall(
    'put',
    get,
    refusal(409, 'choice_closed', 'The seats of BCA are published.', 'exams'),
    choice(['art'], 1),
  );
  const user = open(ofAll([]));
  await user.click(await box(/BCA/));
  await user.click(await box(/ART/));
  await user.click(screen.getByRole('button', { name: 'Save 2 exams' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The seats of BCA are published.');
  await user.click(await box(/BCA/));
  expect(await box(/BCA/)).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[1]?.body).toEqual({ exams: ['art'], version: 0 });
});
