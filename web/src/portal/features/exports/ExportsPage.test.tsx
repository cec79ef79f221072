import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { examDetail } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

type Export = AnswerOf<'/api/exports'>['exports'][number];

const tomorrow = () => new Date(Date.now() + 60_000).toISOString();
const one = (change: Partial<Export> = {}): Export => ({
  export_id: '01747735200000-0123456789ABCDEF',
  kind: 'candidates',
  format: 'csv',
  filters: {},
  state: 'running',
  done: 12_000,
  total: 20_000,
  rows: 12_000,
  created_at: '2025-05-30T20:35:00Z',
  created_by: 'asha',
  ...change,
});
const begun = () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/exports', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ export_id: 'x' }, { status: 202 });
    }),
  );
  return bodies;
};
beforeEach(() => {
  serveCall('get', '/api/packages', []);
});

const press = () => screen.findByRole('button', { name: 'Export' });

it('asks for what the form says, without the filters of another kind', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [] });
  const bodies = begun();
  const { user } = renderScreen(`${portalPaths.exports}?status=PAID&email=asha`);
  await press();
  expect(await screen.findByText('Nothing has been exported yet.')).toBeVisible();
  await user.click(await press());
  await user.selectOptions(screen.getByLabelText('What'), 'Till');
  await user.selectOptions(screen.getByLabelText('File'), 'CSV (.csv)');
  await user.type(screen.getByLabelText('Clerk'), 'binu');
  await user.click(await press());
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    { kind: 'candidates', format: 'xlsx', filters: { status: 'PAID', email: 'asha' } },
    { kind: 'till', format: 'csv', filters: { person: 'binu' } },
  ]);
});

it('exports the attendance of the list that the address names, or of another one', async () => {
  serveCall('get', '/api/exam-details', [
    {
      _id: 'course-bca',
      examName: 'BCA',
      fullAddress: '',
      shortAddress: '',
      examDate: '',
      timeStart: '',
      timeEnd: '',
    } as never,
  ]);
  serveCall('get', '/api/exports', { exports: [] });
  const bodies = begun();
  const { user } = renderScreen(`${portalPaths.exports}?kind=attendance&list=day:2025-06-01`);
  await user.click(await press());
  await user.selectOptions(screen.getByLabelText('List'), await screen.findByRole('option', { name: 'BCA' }));
  await user.click(await press());
  await user.selectOptions(screen.getByLabelText('List'), 'All');
  await user.click(await press());
  await waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies).toEqual([
    { kind: 'attendance', format: 'xlsx', filters: { list: 'day:2025-06-01' } },
    { kind: 'attendance', format: 'xlsx', filters: { list: 'exam:course-bca' } },
    { kind: 'attendance', format: 'xlsx', filters: {} },
  ]);
});

it('exports who was picked in the list, and of another kind or when asked what the filters admit', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [] });
  const bodies = begun();
  const { user } = renderScreen(`${portalPaths.exports}?candidate=C1&candidate=C2`);
  expect(await screen.findByText('Of 2 candidates who were picked.')).toBeVisible();
  // Filters beside them would say something else.
  expect(screen.queryByLabelText('Payment Status')).not.toBeInTheDocument();
  await user.click(await press());
  await user.selectOptions(screen.getByLabelText('What'), 'Till');
  expect(screen.queryByText(/who were picked/)).not.toBeInTheDocument();
  await user.click(await press());
  await user.selectOptions(screen.getByLabelText('What'), 'Candidates');
  await user.click(screen.getByRole('button', { name: 'Of all whom the filters admit instead' }));
  await user.selectOptions(screen.getByLabelText('Payment Status'), 'PAID');
  await user.click(await press());
  await waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies).toEqual([
    { kind: 'candidates', format: 'xlsx', filters: { customer_ids: ['C1', 'C2'] } },
    { kind: 'till', format: 'xlsx', filters: {} },
    { kind: 'candidates', format: 'xlsx', filters: { status: 'PAID' } },
  ]);
});

it('is of who was picked, whatever was filled in for all when a session ended', async () => {
  session.start(tokenOf('admin'));
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [] });
  const { user, unmount } = renderScreen(portalPaths.exports);
  await user.selectOptions(await screen.findByLabelText('Payment Status'), 'PAID');
  session.refuse(tokenOf('admin'));
  unmount();
  session.start(tokenOf('admin'));
  const picked = renderScreen(`${portalPaths.exports}?candidate=C1`);
  expect(await screen.findByText('Of one candidate who was picked.')).toBeVisible();
  picked.unmount();
  renderScreen(portalPaths.exports);
  expect(await screen.findByLabelText('Payment Status')).toHaveValue('PAID');
});

it('says of an export how many were picked for it', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [one({ filters: { picked: 2 } })] });
  renderScreen(portalPaths.exports);
  expect(await screen.findByText(/02:05\sam · 2 picked$/)).toBeVisible();
});

it('puts a refusal at the filter that is to blame', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [] });
  serveCall(
    'post',
    '/api/exports',
    refusal(422, 'invalid_field', 'The last day is before the first', 'filters.to'),
  );
  const { user } = renderScreen(`${portalPaths.exports}?kind=payments`);
  await user.click(await press());
  expect(await screen.findByText('The last day is before the first')).toBeVisible();
  expect(screen.getByLabelText('To')).toHaveAttribute('aria-invalid', 'true');
});

it('shows how far an export is, until its file is ready', async () => {
  const advance = controlTime();
  serveCall('get', '/api/exam-details', []);
  const ready = one({ state: 'done', done: 20_000, rows: 20_000, available_until: tomorrow() });
  serveCall('get', '/api/exports', { exports: [one()] }, { exports: [ready] });
  renderScreen(portalPaths.exports);
  expect(await screen.findByRole('progressbar')).toHaveAccessibleName('12,000 of 20,000');
  await advance(1_000);
  expect(await screen.findByRole('button', { name: 'Download Candidates' })).toBeEnabled();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it('fetches a new address for each download', async () => {
  serveCall('get', '/api/exam-details', []);
  const ready = one({ state: 'done', available_until: tomorrow() });
  serveCall('get', '/api/exports', { exports: [ready] });
  const asked = serveCall('get', '/api/exports/{id}', { ...ready, url: 'https://files.example/one.csv' });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href);
  });
  const { user } = renderScreen(portalPaths.exports);
  await user.click(await screen.findByRole('button', { name: 'Download Candidates' }));
  await waitFor(() => expect(clicked).toEqual(['https://files.example/one.csv']));
  expect(asked.map(({ ids }) => ids)).toEqual([{ id: ready.export_id }]);
});

it('cancels an export that is running', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [one()] }, { exports: [one({ state: 'cancelled' })] });
  server.use(http.delete('*/api/exports/:id', () => new HttpResponse(null, { status: 204 })));
  const { user } = renderScreen(portalPaths.exports);
  await user.click(await screen.findByRole('button', { name: 'Cancel the export of Candidates' }));
  expect(await screen.findByText('Cancelled')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: /^Candidates/ })).toHaveFocus());
});

it('shows after a lost answer whether an export is cancelled', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', { exports: [one()] }, { exports: [one({ state: 'cancelled' })] });
  serveCall('delete', '/api/exports/{id}', lostAnswer);
  const { user } = renderScreen(portalPaths.exports);
  await user.click(await screen.findByRole('button', { name: /^Cancel the export/ }));
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  expect(await screen.findByText('Cancelled')).toBeVisible();
});

it('says whose each is, what was left out, why it failed, and that an old file is gone', async () => {
  serveCall('get', '/api/exam-details', []);
  const failed = one({
    state: 'failed',
    error: 'The data changed.',
    filters: { status: 'PAID', email: '…' },
  });
  const old = one({ export_id: 'old', state: 'done', rows: 1, available_until: '2025-05-31T20:35:00Z' });
  serveCall('get', '/api/exports', { exports: [failed, old] });
  renderScreen(portalPaths.exports);
  const [first = document.body, second = document.body] = await screen.findAllByRole('listitem');
  expect(within(first).getByText(/asha, 31\/05\/2025, 02:05\sam · PAID, Email begins with: …/)).toBeVisible();
  expect(within(first).getByText('The data changed.')).toBeVisible();
  expect(within(second).getByText(/1 row\. The file was deleted a day after it was made/)).toBeVisible();
  expect(within(second).queryByRole('button')).not.toBeInTheDocument();
});

it('says that the exports did not come', async () => {
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/exports', refusal(403, 'forbidden', ''));
  renderScreen(portalPaths.exports);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the exports');
});

it('says what was left out by the names of exams and of the form’s fields', async () => {
  serveCall('get', '/api/exam-details', [examDetail({ _id: 'c-1', examName: 'BCA' })]);
  serveCall('get', '/api/exports', {
    exports: [
      one({ export_id: 'e-1', filters: { course_category: 'c-1' } }),
      one({ export_id: 'e-2', kind: 'attendance', filters: { list: 'exam:c-1' } }),
      one({ export_id: 'e-3', kind: 'attendance', filters: { list: 'day:2025-05-31' } }),
      one({ export_id: 'e-4', filters: { from: '2025-05-20' } }),
      one({ export_id: 'e-5', kind: 'payments', filters: { to: '2025-05-31' } }),
      one({ export_id: 'e-6', kind: 'till', filters: { person: 'binu' } }),
    ],
  });
  renderScreen(portalPaths.exports);
  for (const words of [
    'Course Category: BCA',
    'List: BCA',
    'List: 31/05/2025',
    'Registered from: 20/05/2025',
    'To: 31/05/2025',
    'Clerk: binu',
  ])
    expect(await screen.findByText(new RegExp(`· ${words}$`))).toBeVisible();
});
