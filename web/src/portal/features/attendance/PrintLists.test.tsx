import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { event } from '@/content/event';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { attendance, candidate, saturday, serveDoors } from '@/portal/testing/attendance';
import { renderScreen } from '@/portal/testing/renderScreen';
import { serveCall } from '@/testing/calls';
import { paperByExam, paperByName } from './sheets';

beforeEach(serveDoors);

it('prints every page of a day by name, for the entrance', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  serveCall('get', '/api/check-in/attendance', attendance);
  const page = { list: saturday, label: 'Sat 31 May', exam: null };
  const sent = serveCall(
    'get',
    '/api/check-in/attendance/candidates',
    { ...page, candidates: [candidate('Ravi Nair'), candidate('Asha Rao')], next: '2' },
    { ...page, candidates: [candidate('Zoya Khan', { exam_preference: 'Online' })], next: null },
  );
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Print by name' }));
  await waitFor(() => {
    expect(window.print).toHaveBeenCalledOnce();
  });
  expect(sent.map(({ query }) => query.page)).toEqual([undefined, '2']);
  const paper = document.querySelector('#attendance-lists');
  const sheets = [...(paper?.querySelectorAll('table') ?? [])].map((sheet) => sheet.textContent);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain(`Sat 31 May${event.name} · 3 people`);
  expect(sheets[0]).toMatch(/^Sat 31 May.*1Asha Rao.*BCA · Hall 1 · 10–11:30 AM2Ravi Nair.*3Zoya KhanOnline/);
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => {
    expect(document.querySelector('#attendance-lists')).toBeNull();
  });
});

it('prints a list for each exam of a day, and none of another day', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const listed = (list: string, begins_at: string) => ({
    list,
    label: list,
    expected: 3,
    admitted: 0,
    begins_at,
  });
  const beginsAt = attendance.begins_at ?? '';
  serveCall('get', '/api/check-in/lists', [
    listed(saturday, beginsAt),
    listed('exam:bca', beginsAt),
    listed('exam:mba', '2025-05-31T18:30:00Z'),
    listed('exam:llb', beginsAt),
  ]);
  serveCall('get', '/api/check-in/attendance', attendance);
  const sent = serveCall('get', '/api/check-in/attendance/candidates', (call) => ({
    list: call.query.list ?? '',
    label: '',
    exam: { ...exam, name: call.query.list ?? '' },
    candidates: [candidate('Asha Rao')],
    next: null,
  }));
  const { user } = renderScreen(portalPaths.attendance);
  await user.click(await screen.findByRole('button', { name: 'Print by exam' }));
  await waitFor(() => {
    expect(window.print).toHaveBeenCalledOnce();
  });
  expect(sent.map(({ query }) => query.list)).toEqual(['exam:bca', 'exam:llb']);
  expect(document.querySelectorAll('#attendance-lists table')).toHaveLength(2);
  window.dispatchEvent(new Event('afterprint'));
});

const exam = {
  name: 'BCA',
  college: 'Periyar Institute',
  date: '2025-05-31',
  time_start: '10:00',
  time_end: '11:30',
  venue: 'Hall 1',
};

it('names exam, college, hall and hours over the list of an exam', () => {
  const page = { list: 'exam:bca', label: 'BCA', exam, candidates: [], next: null };
  const whole = { page, candidates: [candidate('Zoya Khan'), candidate('Asha Rao')] };
  const expected = {
    title: 'BCA',
    facts: 'Periyar Institute · Hall 1 · Sat 31 May · 10–11:30 AM',
    rows: [{ name: 'Asha Rao' }, { name: 'Zoya Khan' }],
  };
  expect(paperByExam([whole]).sheets).toMatchObject([expected]);
  expect(paperByName(whole, 'not in').sheets).toMatchObject([{ ...expected, title: 'BCA: not in' }]);
});

it('leaves out who has an exam on another day, and says how many', () => {
  const page = { list: saturday, label: 'Sat 31 May', exam: null, candidates: [], next: null };
  const { sheets, elsewhere } = paperByName({
    page,
    candidates: [
      candidate('Ravi Nair', { exam: 'MBA', date: '2025-06-01' }),
      candidate('Zoya Khan', { exam: 'MBA' }),
      // Let in all the same.
      candidate('Kiran Das', {
        exam: 'MBA',
        date: '2025-06-01',
        admitted: { at: '2025-05-31T04:30:00Z', by: 'meera', device: 'Gate 1' },
      }),
      // Of every exam, and of one whose day is not known yet.
      candidate('Binu Jose', { exam: 'All exams', venue: '', date: '', time_start: '', time_end: '' }),
    ],
  });
  expect(sheets.map(({ title, rows }) => [title, rows.map(({ name }) => name)])).toEqual([
    ['Sat 31 May', ['Binu Jose', 'Kiran Das', 'Zoya Khan']],
  ]);
  expect(elsewhere).toBe(1);
});
