import { expect, it } from 'vitest';
import { landing } from '@/content/landing';
import { pass } from '@/testing/server';
import { calendarOf, timed } from './calendar';

const [exam] = pass.exams;
if (!exam) throw new Error('the pass has no exam');
const now = new Date('2025-05-20T10:00:00Z');
const linesOf = (file: string, name: string) =>
  file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1));

const { name, street, city, region } = landing.place;
const at = (...places: string[]) =>
  [...places, name, street, city, region].filter(Boolean).join(String.raw`\, `);

it('has of one exam the entry that the mail has, in the time of the world', () => {
  const file = calendarOf(pass, now);
  expect(linesOf(file, 'UID')).toEqual(['CZ6S4932KF26@scholarship-expo']);
  expect(linesOf(file, 'DTSTAMP')).toEqual(['20250520T100000Z']);
  expect(linesOf(file, 'DTSTART')).toEqual(['20250531T043000Z']);
  expect(linesOf(file, 'DTEND')).toEqual(['20250531T060000Z']);
  expect(linesOf(file, 'SUMMARY')).toEqual([String.raw`B.Tech\, Periyar Institute`]);
  expect(linesOf(file, 'LOCATION')).toEqual([at('Hall 1')]);
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:.*END:VEVENT\r\nEND:VCALENDAR\r\n$/s);
});

it('has an entry for each of several, known again when its exam has moved', () => {
  const exams = [exam, { ...exam, examName: 'BBA' }, { ...exam, date: '2025-06-01' }];
  const uids = linesOf(calendarOf({ ...pass, exams }, now), 'UID');
  expect(uids).toEqual([
    'CZ6S4932KF26-Periyar%20Institute%20B.Tech-0@scholarship-expo',
    'CZ6S4932KF26-Periyar%20Institute%20BBA-0@scholarship-expo',
    'CZ6S4932KF26-Periyar%20Institute%20B.Tech-1@scholarship-expo',
  ]);
  const moved = exams.map((one) => ({ ...one, timeStart: '12:00', timeEnd: '13:00' }));
  expect(linesOf(calendarOf({ ...pass, exams: moved }, now), 'UID')).toEqual(uids);
});

it('names hall and seat once they are published, as a revision of the same entry', () => {
  const seated = { ...exam, hall: 'Room 204', seat: 'B12', reportingTime: '09:30' };
  const later = new Date('2025-05-28T10:00:00Z');
  const file = calendarOf({ ...pass, exams: [seated], calendar_sequence: 1_748_426_400 }, later);
  expect(linesOf(file, 'UID')).toEqual(linesOf(calendarOf(pass, now), 'UID'));
  expect(linesOf(file, 'SEQUENCE')).toEqual(['1748426400']);
  expect(linesOf(file, 'DTSTAMP')).toEqual(['20250528T100000Z']);
  expect(linesOf(file, 'LOCATION')).toEqual([at('Room 204', 'seat B12')]);
  expect(linesOf(file, 'DESCRIPTION')).toEqual(['Please be there by 9:30 AM.']);
});

it('is above every mail before the pass was loaded, whatever has become of the seat', () => {
  const moved = { ...pass, calendar_sequence: pass.calendar_sequence + 1 };
  expect(linesOf(calendarOf(pass, now), 'SEQUENCE')).toEqual([String(pass.calendar_sequence)]);
  expect(linesOf(calendarOf(moved, now), 'SEQUENCE')).toEqual([String(pass.calendar_sequence + 1)]);
});

it('leaves out what has no hours yet', () => {
  const exams = [{ ...exam, timeEnd: '' }, { ...exam, date: '' }, exam];
  expect(timed({ ...pass, exams })).toEqual([exam]);
  expect(linesOf(calendarOf({ ...pass, exams }, now), 'UID')).toHaveLength(1);
});

it('sends nobody into a hall who takes part online', () => {
  expect(linesOf(calendarOf({ ...pass, exam_preference: 'Online' }, now), 'LOCATION')).toEqual([
    'On the web',
  ]);
});

it('puts no lines into a file by a name, and breaks long ones within no sign', () => {
  const examName = `BCA;\r\nEND:VEVENT ${'ശാസ്ത്രം '.repeat(12)}`;
  const file = calendarOf({ ...pass, exams: [{ ...exam, examName }] }, now);
  expect(file.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(linesOf(file, 'SUMMARY')[0]).toContain(String.raw`BCA\; END:VEVENT ശാസ്ത്രം`);
  for (const line of file.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\uFFFD');
  }
});
