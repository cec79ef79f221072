import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from '@/portal/testing/renderScreen';
import type { ImportAnswer } from './request';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

type Group = AnswerOf<'/api/imports/{id}'>;
type Packages = AnswerOf<'/api/packages/list'>;

const packages = [
  { _id: 'all-inclusive', name: 'All', description: '', price: 1850, AllowAllCollege: true, collegeList: [] },
] as unknown as Packages;

const person = {
  line: 2,
  name: 'Asha',
  email: 'asha@example.com',
  phone: '9846010000',
  exam_preference: 'Offline',
};
const inOrder: ImportAnswer = {
  rows: 1,
  ok: 1,
  duplicates: 0,
  errors: [],
  people: [person],
  price: 1850,
  amount: 1850,
};
const group: Group = {
  import_id: '01747735200000-0123456789ABCDEF',
  group: 'St. Mary’s',
  package: 'All',
  price: 1850,
  payment: 'paid',
  mode: 'cash',
  state: 'done',
  done: 1,
  total: 1,
  refused: [],
  receipt_no: 'G-0123-4567',
  created_at: '2025-05-30T20:35:00Z',
  created_by: 'asha',
};
const member = {
  customer_id: 'C0123456789A',
  name: 'Asha',
  email: 'asha@example.com',
  phone: '9846010000',
  pass_no: 'C012 3456 789A',
  status: 'PAID',
  amount: 1850,
  net: 1850,
  bought: 'All-inclusive',
  qr: 'EXPO1:C0123456789A:5JZNEW2E94YNZR3M9EQR3BFSEG',
};

beforeEach(() => {
  serveCall('get', '/api/packages/list', packages);
  serveCall('get', '/api/registration', { open: true });
  serveCall('get', '/api/imports', { imports: [] });
});

async function fillIn() {
  const view = renderScreen(portalPaths.imports);
  const { user } = view;
  await user.type(await screen.findByLabelText('Group'), 'St. Mary’s');
  await user.selectOptions(screen.getByLabelText('Payment Mode'), 'Cash');
  await user.click(screen.getByLabelText('List'));
  await user.paste('name,email,phone\nAsha,asha@example.com,9846010000');
  return view;
}
const check = () => screen.getByRole('button', { name: 'Check the list' });

it('shows what is to be mended by line and column beside what is in order, and registers nothing', async () => {
  const sent = serveCall('post', '/api/imports', {
    ...inOrder,
    rows: 2,
    errors: [{ line: 3, column: 'phone', code: 'invalid_phone', message: 'Please enter a number' }],
  });
  const { user } = await fillIn();
  await user.click(check());
  expect(await screen.findByText(/^One thing is to be mended/)).toBeVisible();
  const mistakes = within(screen.getByRole('region', { name: 'To be mended' }));
  expect(mistakes.getByText('Line 3')).toBeVisible();
  expect(mistakes.getByText('phone')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Lines that are in order' })).toHaveTextContent('Asha');
  expect(screen.queryByRole('button', { name: /^Register/ })).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      csv: 'name,email,phone\nAsha,asha@example.com,9846010000',
      package: 'all-inclusive',
      payment: 'paid',
      mode: 'cash',
      group: 'St. Mary’s',
    },
  ]);
  // What was looked through is another list by then.
  await user.type(screen.getByLabelText('Group'), '!');
  expect(screen.queryByRole('region', { name: 'To be mended' })).not.toBeInTheDocument();
});

it('registers nobody for another package where the one that was shown has gone', async () => {
  const sent = serveCall('post', '/api/imports', inOrder);
  const { user } = await fillIn();
  const other = packages.map((one) => ({ ...one, _id: 'two-exams', name: 'Two Exams' }));
  serveCall('get', '/api/packages/list', other);
  dispatchEvent(new Event('online'));
  const field = screen.getByLabelText('Package');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^This package is no longer on sale/));
  expect(field).toHaveValue('');
  await user.click(check());
  await waitFor(() => expect(check()).toBeEnabled());
  expect(sent).toHaveLength(0);
});

it('offers nothing of a list that was changed while it was checked', async () => {
  let release: (seen: ImportAnswer) => void = () => undefined;
  const asked = serveCall(
    'post',
    '/api/imports',
    new Promise<ImportAnswer>((resolve) => (release = resolve)),
    inOrder,
  );
  const { user } = await fillIn();
  await user.click(check());
  await user.type(screen.getByLabelText('Group'), '!');
  release(inOrder);
  await waitFor(() => expect(check()).toBeEnabled());
  expect(screen.queryByRole('button', { name: /^Register/ })).not.toBeInTheDocument();
  await user.click(check());
  expect(await screen.findByRole('button', { name: 'Register 1 person' })).toBeVisible();
  expect(asked.map(({ body }) => (body as { group: string }).group)).toEqual(['St. Mary’s', 'St. Mary’s!']);
});

it('says only that a list could not be checked where there is no connection', async () => {
  server.use(http.post('*/api/imports', () => HttpResponse.error()));
  const { user } = await fillIn();
  await user.click(check());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^The list could not be checked/);
  expect(alert).not.toHaveTextContent('not known whether');
});

it('registers once the sum is typed, under one key, and goes to the group', async () => {
  const sent = serveCall('post', '/api/imports', inOrder, { ...inOrder, import_id: group.import_id });
  serveCall('get', '/api/imports/{id}', group);
  serveCall('get', '/api/imports/{id}/people', { people: [member] });
  const { user, address } = await fillIn();
  await user.click(check());
  await user.click(await screen.findByRole('button', { name: 'Register 1 person' }));
  const dialog = within(await screen.findByRole('dialog'));
  const sum = dialog.getByLabelText(/^To confirm, type the sum/);
  await user.type(sum, '185{Enter}');
  expect(sum).toHaveAccessibleDescription('Type Rs\u00a01,850');
  await user.clear(sum);
  await user.type(sum, '₹1,850{Enter}');
  await waitFor(() => expect(address()).toBe(portalPaths.group(group.import_id)));
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toMatchObject({ amount: 1850, commit: true });
  expect(sent[1]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByText('1 person, 1 paid, Rs 1,850.')).toBeVisible();
});

it('sends how those who pay later will pay, and says it before and after', async () => {
  const sent = serveCall('post', '/api/imports', inOrder, { ...inOrder, import_id: group.import_id });
  serveCall('get', '/api/imports/{id}', { ...group, payment: 'later', mode: 'upi' });
  serveCall('get', '/api/imports/{id}/people', { people: [] });
  const { user, address } = renderScreen(portalPaths.imports);
  await user.type(await screen.findByLabelText('Group'), 'St. Mary’s');
  await user.click(screen.getByLabelText('List'));
  await user.paste('name,email,phone\nAsha,asha@example.com,9846010000');
  await user.click(screen.getByLabelText('Each pays later'));
  await user.click(check());
  const mode = screen.getByLabelText('How they will pay');
  expect(mode).toHaveAccessibleDescription('Choose how they will pay.');
  expect(sent).toHaveLength(0);
  await user.selectOptions(mode, 'UPI');
  await user.click(check());
  await user.click(await screen.findByRole('button', { name: 'Register 1 person' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/owes their share of Rs 1,850, to be paid by UPI\./)).toBeVisible();
  await user.type(dialog.getByLabelText(/^To confirm, type the sum/), '1850{Enter}');
  await waitFor(() => expect(address()).toBe(portalPaths.group(group.import_id)));
  expect(sent[0]?.body).toMatchObject({ payment: 'later', mode: 'upi' });
  expect(sent[1]?.body).toMatchObject({ payment: 'later', mode: 'upi', commit: true });
  expect(await screen.findByText('Each pays later, UPI')).toBeVisible();
});

it('stays the same list when the question is closed without an answer, and asked again', async () => {
  const lost = refusal(504, 'timeout', '');
  const answers = [inOrder, lost, lost, lost, { ...inOrder, import_id: group.import_id }];
  const sent = serveCall('post', '/api/imports', ...answers);
  serveCall('get', '/api/imports/{id}', group);
  serveCall('get', '/api/imports/{id}/people', { people: [member] });
  const { user, address } = await fillIn();
  await user.click(check());
  const register = async () => {
    await user.click(await screen.findByRole('button', { name: 'Register 1 person' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^To confirm, type the sum/), '1850{Enter}');
    return dialog;
  };
  const dialog = await register();
  expect(await dialog.findByText(/not known whether this was done/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await register();
  await waitFor(() => expect(address()).toBe(portalPaths.group(group.import_id)));
  const keys = sent.slice(1).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
});

it('says what has changed since the list was checked', async () => {
  serveCall(
    'post',
    '/api/imports',
    inOrder,
    refusal(422, 'list_has_errors', 'Some lines are not in order. Nobody was registered.', 'csv'),
  );
  const { user } = await fillIn();
  await user.click(check());
  await user.click(await screen.findByRole('button', { name: 'Register 1 person' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^To confirm, type the sum/), '1850{Enter}');
  expect(
    await dialog.findByText(
      'Some lines are not in order. Nobody was registered. Close this and check the list again.',
    ),
  ).toBeVisible();
});

it('reads a file as a spreadsheet saves it, and refuses a workbook in words', async () => {
  const { user } = renderScreen(portalPaths.imports);
  const file = await screen.findByLabelText('File');
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[...'name\tപേര്'].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
  ]);
  await user.upload(file, new File([utf16], 'list.txt'));
  await waitFor(() => expect(screen.getByLabelText('List')).toHaveValue('name\tപേര്'));
  for (const [bytes, words] of [
    [[0x50, 0x4b, 3, 4], /^This is a workbook, not a list/],
    [[0x41, 0xe9, 0x41], /^Some characters in this file cannot be read/],
  ] as const) {
    await user.upload(file, new File([new Uint8Array(bytes)], 'list.csv'));
    expect(await screen.findByText(words)).toBeVisible();
  }
});

it('shows a group with who was left out, and prints passes and one receipt', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/imports/{id}', {
    ...group,
    refused: [{ line: 7, code: 'already_registered', message: 'This address is registered for it already.' }],
  });
  const parts = [{ people: [member], next: 100 }, { people: [] }];
  serveCall('get', '/api/imports/{id}/people', ...parts, ...parts, ...parts);
  const { user } = renderScreen(portalPaths.group(group.import_id));
  expect(await screen.findByText('Line 7: This address is registered for it already.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Print 1 pass' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const paper = () => document.getElementById('group-paper');
  expect(paper()).toHaveTextContent('C012 3456 789A');
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(paper()).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Print receipt for all' }));
  await waitFor(() => expect(paper()).toHaveTextContent('Receipt no.G-0123-4567'));
  print.mockRestore();
});

it('prints on each pass what its candidate has by now, which a correction has changed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/imports/{id}', { ...group, package: 'One exam', course: 'BCA', total: 2, done: 2 });
  serveCall('get', '/api/imports/{id}/people', {
    people: [
      { ...member, bought: 'BCA, Periyar Institute' },
      { ...member, customer_id: 'C0123456789B', name: 'Binu', bought: 'BBA, Malabar College' },
    ],
  });
  const { user } = renderScreen(portalPaths.group(group.import_id));
  await user.click(await screen.findByRole('button', { name: 'Print 2 passes' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const passes = [...(document.getElementById('group-paper')?.querySelectorAll('article') ?? [])];
  expect(passes[0]).toHaveTextContent('BCA, Periyar Institute');
  expect(passes[1]).toHaveTextContent('BBA, Malabar College');
  expect(passes[1]).not.toHaveTextContent('BCA');
  print.mockRestore();
});

it('says in the list how a group pays, and no sum that may have gone back since', async () => {
  serveCall('get', '/api/imports', { imports: [group] });
  renderScreen(portalPaths.imports);
  expect(await screen.findByText('With the list')).toBeVisible();
  expect(screen.getByLabelText('Lists so far')).not.toHaveTextContent('Rs');
});

it('prints the passes as they are by then, and none that was withdrawn', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/imports/{id}', { ...group, total: 2, done: 2 });
  const withdrawn: Partial<typeof member> = { ...member };
  delete withdrawn.qr;
  const binu = { ...member, customer_id: 'C0123456789B', name: 'Binu' };
  serveCall(
    'get',
    '/api/imports/{id}/people',
    { people: [member, binu] },
    { people: [withdrawn as typeof member, { ...binu, qr: 'EXPO1:C0123456789B:NEW' }] },
  );
  const { user } = renderScreen(portalPaths.group(group.import_id));
  await user.click(await screen.findByRole('button', { name: 'Print 2 passes' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const passes = [...(document.getElementById('group-paper')?.querySelectorAll('article') ?? [])];
  expect(passes).toHaveLength(1);
  expect(passes[0]).toHaveTextContent('Binu');
  expect(await screen.findByRole('button', { name: 'Print 1 pass' })).toBeVisible();
  print.mockRestore();
});

it('keeps the focus on the button while the people are read for a print, and reads them once', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const people = { people: [member] };
  let release: (read: typeof people) => void = () => undefined;
  serveCall('get', '/api/imports/{id}', group);
  const asked = serveCall(
    'get',
    '/api/imports/{id}/people',
    people,
    new Promise<typeof people>((resolve) => (release = resolve)),
  );
  const { user } = renderScreen(portalPaths.group(group.import_id));
  const button = await screen.findByRole('button', { name: 'Print 1 pass' });
  await user.click(button);
  await user.click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  release(people);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(button).not.toHaveAttribute('aria-disabled');
  expect(button).toHaveFocus();
  expect(asked).toHaveLength(2);
  print.mockRestore();
});

it('shows in the list how far each is, and asks until it is registered', async () => {
  const advance = controlTime();
  const running = { ...group, state: 'running', done: 3, total: 40 };
  const asked = serveCall(
    'get',
    '/api/imports',
    { imports: [running] },
    { imports: [{ ...running, done: 4 }] },
    { imports: [{ ...group, done: 40, total: 40 }] },
  );
  renderScreen(portalPaths.imports);
  expect(await screen.findByText('3 of 40')).toBeVisible();
  await advance(2_000);
  expect(await screen.findByText('4 of 40')).toBeVisible();
  await advance(2_000);
  expect(await screen.findByText('40 of 40')).toBeVisible();
  await advance(10_000);
  expect(asked).toHaveLength(3);
});

it('shows how far a list is, and asks until it is registered', async () => {
  serveCall('get', '/api/imports/{id}', { ...group, state: 'running', done: 3, total: 40 }, group);
  serveCall('get', '/api/imports/{id}/people', { people: [member] });
  renderScreen(portalPaths.group(group.import_id));
  expect(await screen.findByText(/^3 of 40 registered/)).toBeVisible();
  expect(await screen.findByText('1 person, 1 paid, Rs 1,850.')).toBeVisible();
});
