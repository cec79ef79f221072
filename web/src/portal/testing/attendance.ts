// What the API says about the attendance of a list, for tests.
import { session } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { serveCall } from '@/testing/calls';

type Listed = AnswerOf<'/api/check-in/attendance/candidates'>['candidates'][number];

export const token = (role: string) => `x.${btoa(JSON.stringify({ username: 'asha', role }))}.y`;

export const saturday = 'day:2025-05-31';
export const lists = [
  { list: saturday, label: 'Sat 31 May', expected: 10, admitted: 4, begins_at: '2025-05-30T18:30:00Z' },
  { list: 'exam:bca', label: 'BCA', expected: 3, admitted: 0, begins_at: null },
];
export const place = (device: string) => ({
  at: '2025-05-31T05:00:00Z',
  by: 'meera',
  device,
  nonce: `nonce ${device}`,
});
export const attendance: AnswerOf<'/api/check-in/attendance'> = {
  list: saturday,
  label: 'Sat 31 May',
  begins_at: '2025-05-30T18:30:00Z',
  expected: 10,
  admitted: 4,
  by_hour: [{ hour: '2025-05-31T10:00:00+05:30', admitted: 4 }],
  by_device: [{ device: 'Gate 2 · 7F3K', by: 'meera', admitted: 4 }],
  doubles: [],
  doubles_total: 0,
  without_right: [],
  without_right_total: 0,
  found: 'none',
  as_of: '2025-05-30T12:00:00Z',
};
export const double = {
  id: 'double-1',
  candidate: { customer_id: 'CZ6S4932KF26', name: 'Asha Rao', pass_no: 'CZ6S 4932 KF26' },
  first: place('Gate 2 · 7F3K'),
  second: place('Gate 5 · AAAA'),
};

export const candidate = (name: string, changes: Partial<Listed> = {}): Listed => ({
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

/** An administrator who looks at the lists, while no phone is at work. */
export function serveDoors(): void {
  session.start(token('admin'));
  serveCall('get', '/api/check-in/lists', lists);
  serveCall('get', '/api/check-in/phones', { phones: [], as_of: '2025-05-31T05:00:00Z' });
}
