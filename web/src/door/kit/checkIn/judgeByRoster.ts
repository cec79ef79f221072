// The verdict about a pass without a network: by the roster, and by who is in as far as this device knows.
import type { Reading } from '@/door/kit/pass/reading';
import { admissionOf, personOf, stateOf } from '@/door/kit/roster/roster';
import { openerOf } from '@/door/kit/roster/seal';
import type { Database } from '@/door/kit/storage/database';
import { judge, malformed, noRoster, numberOffline, type Verdict } from '@/door/kit/verdict/verdict';
import type { DoorList } from './chosenList';

interface Judged {
  verdict: Verdict;
  /** What an admission is kept by. */
  id: string;
}

/** `now` is by the server's clock. */
export async function judgeByRoster(
  database: Database,
  reading: Reading,
  { list, begins_at }: DoorList,
  now: number,
): Promise<Judged> {
  const { passNo } = reading;
  const beginsAt = begins_at ? Date.parse(begins_at) : undefined;
  const opener = reading.kind === 'pass' ? await openerOf(reading.code) : undefined;
  const ids = opener ? [opener.lookup, passNo] : [passNo];
  const admission = await admissionOf(database, list, ids, { now, beginsAt });
  const roster = await stateOf(database);
  if (!opener || roster?.asOf === undefined) {
    const since = admission && { at: admission.at, place: admission.device };
    const reason = roster?.asOf === undefined ? noRoster : numberOffline;
    const result = admission ? 'already' : 'unchecked';
    return { verdict: { ...malformed, result, reason, passNo, since, isOffline: true }, id: passNo };
  }
  const person = await personOf(database, opener);
  const verdict = judge({ list, passNo, person, admission, exams: roster.exams, now });
  return { verdict, id: opener.lookup };
}
