// The verdict about a pass without a network: by the roster, and by who is in as far as this device knows.
import type { Reading } from '@/door/kit/pass/reading';
import { counts, newsOf, personOf, stateOf } from '@/door/kit/roster/roster';
import { openerOf } from '@/door/kit/roster/seal';
import type { Admission, Database } from '@/door/kit/storage/database';
import { judge, malformed, noRoster, numberOffline, type Verdict } from '@/door/kit/verdict/verdict';
import type { DoorList } from './chosenList';
import type { Intentions } from './intentions';

/** `now` is by the server's clock. */
export async function judgeByRoster(
  database: Database,
  intentions: Intentions,
  reading: Reading,
  { list, begins_at }: DoorList,
  now: number,
): Promise<Verdict> {
  const { passNo } = reading;
  const beginsAt = begins_at ? Date.parse(begins_at) : undefined;
  const opener = reading.kind === 'pass' ? await openerOf(reading.code) : undefined;
  const doCount = ({ at }: Admission) => counts(at, now, beginsAt);
  const own = await intentions.admission(list, passNo, doCount);
  const news = await Promise.all(
    [passNo, ...(opener ? [opener.lookup] : [])].map(async (id) => {
      const known = await newsOf(database, list, id);
      const isTakenBack = known?.nonce !== undefined && (await intentions.isUndone(known.nonce));
      return isTakenBack ? undefined : known;
    }),
  );
  const [admission] = [own, ...news]
    .filter((one) => one !== undefined)
    .filter(doCount)
    .sort((one, other) => one.at - other.at);
  const roster = await stateOf(database);
  if (!opener || roster?.asOf === undefined) {
    const since = admission && { at: admission.at, place: admission.device };
    const reason = roster?.asOf === undefined ? noRoster : numberOffline;
    const result = admission ? 'already' : 'unchecked';
    return { ...malformed, result, reason, passNo, since, isOffline: true };
  }
  const person = await personOf(database, opener);
  return judge({ list, passNo, person, admission, exams: roster.exams, now });
}
