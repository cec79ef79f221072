// The exams of a pass as a calendar file (RFC 5545), with one entry for each.
//
// A calendar knows an entry again by its UID, and takes the one with the higher SEQUENCE. The UID of a single exam is the mail's
// own (shared/pass-mail/src/calendar.rs), and mails count as the pass does, so that a person who adds both has the later one.
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import type { Pass } from '@/lib/api/types';
import { hours } from '@/lib/examTime';
import { placeOf } from '@/lib/placeOf';

type Sitting = Pass['exams'][number];

/** Of these there is an entry: the day, the beginning and the end are known. */
export const timed = ({ exams }: Pass): readonly Sitting[] =>
  exams.filter(({ date, timeStart, timeEnd }) => date && timeStart && timeStart < timeEnd);

export function calendarOf(pass: Pass, now: Date): string {
  const exams = timed(pass);
  const candidate = pass.pass_no.replaceAll(' ', '');
  const lines = exams.flatMap((exam, at) => {
    const { examName, collegeName, date, timeStart, timeEnd } = exam;
    // Of two that have one name the second is its own; an exam that moves stays what it is.
    const twins = exams.slice(0, at).filter((other) => nameOf(other) === nameOf(exam)).length;
    const suffix = pass.exams.length === 1 ? '' : `-${encodeURIComponent(nameOf(exam))}-${String(twins)}`;
    return [
      'BEGIN:VEVENT',
      `UID:${candidate}${suffix}@scholarship-expo`,
      `DTSTAMP:${utc(now)}`,
      `SEQUENCE:${String(pass.calendar_sequence)}`,
      `DTSTART:${utc(momentOf(date, timeStart))}`,
      `DTEND:${utc(momentOf(date, timeEnd))}`,
      `SUMMARY:${text(`${examName}, ${collegeName}`)}`,
      `LOCATION:${text(locationOf(pass, exam))}`,
      ...(exam.reportingTime
        ? [`DESCRIPTION:${text(`Please be there by ${hours(exam.reportingTime, '')}.`)}`]
        : []),
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${text(event.name)}`, ...lines, 'END:VCALENDAR', '']
    .map(folded)
    .join('\r\n');
}

const nameOf = ({ examName, collegeName }: Sitting) => `${collegeName} ${examName}`;

function locationOf({ exam_preference }: Pass, exam: Sitting): string {
  if (exam_preference === 'Online') return 'On the web';
  const { name, street, city, region } = landing.place;
  return [placeOf(exam, false), exam.seat && `seat ${exam.seat}`, name, street, city, region]
    .filter(Boolean)
    .join(', ');
}

/** The event's own time zone, which has no summer time. */
const momentOf = (date: string, time: string) => new Date(`${date}T${time}:00+05:30`);

/** `20250531T043000Z` */
const utc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '');

const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');

/** No line is longer than 75 bytes; one that goes on begins with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let folds = '';
  let bytes = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (bytes + size > 75) {
      folds += '\r\n ';
      bytes = 1;
    }
    folds += sign;
    bytes += size;
  }
  return folds;
}
