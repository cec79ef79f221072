import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, renderScreen } from '@/portal/testing/renderScreen';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';
import type { AttendanceAnswer } from './answers';
import { paperOf, type ListedCandidate } from './sheets';

const token = (role: string) => `x.${btoa(JSON.stringify({ username: 'asha', role }))}.y`;

const saturday = 'day:2025-05-31';
const lists = [
  { list: saturday, label: 'Sat 31 May', expected: 10, admitted: 4, begins_at: '2025-05-30T18:30:00Z' },
  { list: 'exam:bca', label: 'BCA', expected: 3, admitted: 0, begins_at: null },
];
const place = (device: string) => ({ at: '2025-05-31T05:00:00Z', by: 'meera', device });
const attendance: AttendanceAnswer = {
  list: saturday,
  label: 'Sat 31 May',
  begins_at: '2025-05-30T18:30:00Z',
  expected: 10,
  admitted: 4,
  by_hour: [{ hour: '2025-05-31T10:00:00+05:30', admitted: 4 }],
  by_device: [{ device: 'Gate 2 · 7F3K', by: 'meera', admitted: 4 }],
  doubles: [],
  without_right: [],
  as_of: '2025-05-30T12:00:00Z',
};
const double = {
  candidate: { customer_id: 'CZ6S4932KF26', name: 'Asha Rao', pass_no: 'CZ6S 4932 KF26' },
  first: place('Gate 2 · 7F3K'),
  second: place('Gate 5 · AAAA'),
};

beforeEach(() => {
  session.start(token('admin'));
  serveCall('get', '/api/check-in/lists', lists);
});

it('shows how many are in, by hour and by device, and asks again within two seconds', async () => {
  const sent = serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, admitted: 5 });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.getByRole('table', { name: 'Devices' })).toHaveTextContent('Gate 2 · 7F3K');
  expect(screen.getByText(/^Sat,? 10\s?am$/i)).toBeVisible();
  expect(await screen.findByText('of 10 are in (50%)')).toBeVisible();
  expect(sent[0]?.query).toEqual({ list: saturday });
});

it('says who came in when fewer passes are valid than that, as after the deletion', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, expected: 0, admitted: 7 });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('came in; 0 of the passes are still valid')).toBeVisible();
  expect(screen.queryByText(/are in/)).toBeNull();
});

it('shows the list that is chosen', async () => {
  const sent = serveCall('get', '/api/check-in/attendance', (call) => ({
    ...attendance,
    list: call.query.list ?? '',
    admitted: 0,
    by_hour: [],
    by_device: [],
  }));
  const { user } = renderScreen(portalPaths.attendance);
  await user.selectOptions(await screen.findByLabelText('List'), 'BCA');
  await waitFor(() => {
    expect(sent.at(-1)?.query).toEqual({ list: 'exam:bca' });
  });
  expect(await screen.findAllByText('Nobody has been scanned yet.')).toHaveLength(2);
});

it('says why there is no attendance', async () => {
  serveCall('get', '/api/check-in/attendance', refusal(404, 'not_found', 'There is no such list.'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such list.');
});

it('lists who was let in twice, and takes an admission back with a reason', async () => {
  serveCall('get', '/api/check-in/attendance', { ...attendance, doubles: [double] });
  const sent = serveCall('post', '/api/check-in/undo', { result: 'undone' } as never);
  const { user } = renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in twice (1)' });
  expect(card).toHaveTextContent('Gate 2 · 7F3K (meera), then 31/05/2025');
  expect(within(card).getByRole('link', { name: 'See candidate Asha Rao' })).toHaveAttribute(
    'href',
    portalPaths.customer('CZ6S4932KF26'),
  );
  await user.click(within(card).getByRole('button', { name: 'Undo the admission of Asha Rao' }));
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Please give a reason')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'She had left');
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Asha Rao counts as not in.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ code: 'CZ6S 4932 KF26', list: saturday, reason: 'She had left' });
});

it('lists who was let in without a right, and why', async () => {
  const { candidate, first } = double;
  const people = [{ candidate, reason: 'withdrawn' as const, at: first }];
  serveCall('get', '/api/check-in/attendance', { ...attendance, without_right: people });
  renderScreen(portalPaths.attendance);
  const card = await screen.findByRole('region', { name: 'Let in without a right (1)' });
  expect(card).toHaveTextContent('The pass was withdrawn.');
  expect(card).toHaveTextContent('at Gate 2 · 7F3K (meera)');
  expect(within(card).getByRole('link', { name: 'See candidate Asha Rao' })).toBeVisible();
});

it('clears the practice before the day begins, as long as there is more of it', async () => {
  serveCall('get', '/api/check-in/attendance', attendance);
  const sent = serveCall(
    'post',
    '/api/check-in/clear',
    { cleared: 3, more: true },
    { cleared: 1, more: false },
  );
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Clear practice' }));
  await answer(user, 'Clear practice');
  expect(await screen.findByText('4 practice admissions are cleared.')).toBeVisible();
  expect(sent).toHaveLength(2);
});

it('says that it is not known whether the practice is cleared when no answer came, and looks again', async () => {
  serveCall('get', '/api/check-in/attendance', attendance, { ...attendance, admitted: 0 });
  server.use(http.post('*/api/check-in/clear', () => HttpResponse.error()));
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Clear practice' }));
  await answer(user, 'Clear practice');
  expect(await screen.findByText(/it is not known whether this was done/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear practice' })).toBeNull());
});

it.each([
  ['once the day has begun', 'admin', { as_of: '2025-05-31T04:00:00Z' }],
  ['for those who may not', 'counter', {}],
])('offers no clearing %s', async (_, role, changes) => {
  session.start(token(role));
  serveCall('get', '/api/check-in/attendance', { ...attendance, ...changes });
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear practice' })).toBeNull();
});

const candidate = (name: string, changes: Partial<ListedCandidate> = {}): ListedCandidate => ({
  customer_id: name,
  pass_no: 'CZ6S 4932 KF26',
  name,
  phone: '9876543210',
  exam: 'BCA',
  venue: 'Hall 1',
  date: '2025-05-31',
  time_start: '10:00',
  time_end: '11:30',
  exam_preference: 'Offline',
  admitted: null,
  ...changes,
});

it('prints every page of a list, with a heading for each exam and hall', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/check-in/attendance', attendance);
  const page = { list: saturday, label: 'Sat 31 May', exam: null };
  const sent = serveCall(
    'get',
    '/api/check-in/attendance/candidates',
    { ...page, candidates: [candidate('Ravi Nair'), candidate('Asha Rao')], next: '2' },
    { ...page, candidates: [candidate('Zoya Khan', { venue: 'Hall 2' })], next: null },
  );
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Print lists' }));
  await waitFor(() => {
    expect(window.print).toHaveBeenCalledOnce();
  });
  expect(sent.map(({ query }) => query.page)).toEqual([undefined, '2']);
  const paper = document.querySelector('#attendance-lists');
  const sheets = [...(paper?.querySelectorAll('table') ?? [])].map((sheet) => sheet.textContent);
  expect(sheets).toHaveLength(2);
  expect(sheets[0]).toMatch(
    /Scholarship Expo Kochi · Hall 1 · 10–11:30 AM · 2 expected.*Signature1Asha Rao.*2Ravi Nair/,
  );
  expect(sheets[1]).toMatch(/Scholarship Expo Kochi · Hall 2 · 10–11:30 AM · 1 expected.*1Zoya Khan/);
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => {
    expect(document.querySelector('#attendance-lists')).toBeNull();
  });
});

it('names exam, college, hall and hours over the list of an exam', () => {
  const exam = {
    name: 'BCA',
    college: 'Periyar Institute',
    date: '2025-05-31',
    time_start: '10:00',
    time_end: '11:30',
    venue: 'Hall 1',
  };
  const { sheets } = paperOf({ list: 'exam:bca', label: 'BCA', exam, candidates: [], next: null }, [
    candidate('Asha Rao'),
  ]);
  const [sheet] = sheets;
  expect(sheet).toMatchObject({
    title: 'BCA',
    facts: 'Periyar Institute · Hall 1 · Sat 31 May · 10–11:30 AM',
  });
});

it('prints the exams of a day in the order of their hours, and says how many are on the lists of another', () => {
  const page = { list: saturday, label: 'Sat 31 May', exam: null, candidates: [], next: null };
  const { sheets, elsewhere } = paperOf(page, [
    candidate('Asha Rao', { exam: 'BCA', time_start: '14:00', time_end: '15:00' }),
    candidate('Ravi Nair', { exam: 'MBA', date: '2025-06-01' }),
    candidate('Zoya Khan', { exam: 'MBA' }),
    // Of every exam, and of one whose day is not known yet.
    candidate('Binu Jose', { exam: '', venue: '', date: '', time_start: '', time_end: '' }),
    candidate('Devi Menon', { exam: 'LLB', venue: '', date: '', time_start: '', time_end: '' }),
  ]);
  expect(sheets.map(({ title, facts, rows }) => [title, facts, rows.map(({ name }) => name)])).toEqual([
    ['Sat 31 May: MBA', 'Hall 1 · 10–11:30 AM', ['Zoya Khan']],
    ['Sat 31 May: BCA', 'Hall 1 · 2–3 PM', ['Asha Rao']],
    ['Sat 31 May: All exams', '', ['Binu Jose']],
    ['Sat 31 May: LLB', '', ['Devi Menon']],
  ]);
  expect(elsewhere).toBe(1);
});

it('leads to an export of the list, for those who may export', async () => {
  serveCall('get', '/api/check-in/attendance', attendance);
  const { unmount } = renderScreen(portalPaths.attendance);
  const link = await screen.findByRole('link', { name: 'Export' });
  expect(link).toHaveAttribute('href', `${portalPaths.exports}?kind=attendance&list=day%3A2025-05-31`);
  unmount();
  session.start(token('counter'));
  renderScreen(portalPaths.attendance);
  expect(await screen.findByText('of 10 are in (40%)')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Export' })).not.toBeInTheDocument();
});
