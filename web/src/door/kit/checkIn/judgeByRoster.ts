// The verdict about a pass without a network: by the roster, and by who is in as far as this device knows.
import type { Reading } from '@/door/kit/pass/reading';
import {
  counts,
  crossingOf,
  isWithoutSeat,
  newsOf,
  personOf,
  seatOf,
  stateOf,
} from '@/door/kit/roster/roster';
import { chosenOf, openerOf } from '@/door/kit/roster/seal';
import type { Admission, Database, RosterExam } from '@/door/kit/storage/database';
import { judge, malformed, noRoster, noSeat, numberOffline, type Verdict } from '@/door/kit/verdict/verdict';
import type { DoorList } from './chosenList';
import type { Intentions } from './intentions';

interface Asked {
  database: Database;
  intentions: Intentions;
  reading: Reading;
  list: DoorList;
  /** Somebody goes out. */
  isExit: boolean;
  /** By the server's clock. */
  now: number;
}

export async function judgeByRoster(asked: Asked): Promise<Verdict> {
  const { database, reading, list, isExit, now } = asked;
  const { passNo } = reading;
  const opener = reading.kind === 'pass' ? await openerOf(reading.code) : undefined;
  const roster = await stateOf(database);
  const isOpen = opener && roster?.asOf !== undefined;
  const person = isOpen ? await personOf(database, opener) : undefined;
  const { admission, wentOut } = await knownOf(asked, person?.newsLookup ?? opener?.lookup);
  const since = admission && { at: admission.at, place: admission.device };
  const exams = roster?.exams ?? [];
  const chosen = person && (await chosenOf(person, exams));
  const facts = { list: list.list, passNo, exams, chosen, now };
  if (isExit) {
    // Nobody is kept from going out, whatever the phone knows.
    const { name, exam } = person ? judge({ ...facts, person, admission }) : malformed;
    const result = admission && !wentOut ? 'out' : 'not_in';
    return { ...malformed, result, reason: undefined, passNo, name, exam, since, wentOut, isOffline: true };
  }
  if (!isOpen) {
    const reason = roster?.asOf === undefined ? noRoster : numberOffline;
    const result = admission && !wentOut ? 'already' : 'unchecked';
    return { ...malformed, result, reason, passNo, since, wentOut, isOffline: true };
  }
  const verdict = judge({ ...facts, person, admission, wentOut });
  return seated(database, verdict, list.list, passNo, exams);
}

/** The verdict with the seats that are known of its exams. Who takes the exams on the web sits in no hall. */
async function seated(
  database: Database,
  verdict: Verdict,
  list: string,
  passNo: string,
  known: readonly RosterExam[],
): Promise<Verdict> {
  if (verdict.preference === 'Online') return verdict;
  const exam = list.startsWith('exam:') ? list.slice('exam:'.length) : undefined;
  const isHere = verdict.result !== 'refused' && exam !== undefined;
  const isWithout = isHere && (await isWithoutSeat(database, exam, passNo));
  const notices = isWithout ? [...verdict.notices, noSeat] : verdict.notices;
  const exams = await Promise.all(
    verdict.exams.map(async (exam) => {
      const { id } = known.find((one) => one === exam) ?? {};
      return id === undefined ? exam : { ...exam, ...(await seatOf(database, id, passNo)) };
    }),
  );
  return { ...verdict, exams, notices };
}

/** Where somebody was let in, and where they have gone out since. */
async function knownOf(
  { database, intentions, reading: { passNo }, list: { list, begins_at }, now }: Asked,
  newsLookup: string | undefined,
): Promise<{ admission: Pick<Admission, 'at' | 'device'> | undefined; wentOut: Verdict['wentOut'] }> {
  const beginsAt = begins_at ? Date.parse(begins_at) : undefined;
  // What the server hears of after it has cleared the practice is still practice.
  const cleared = Date.parse((await database.get('lists', list))?.clearedAt ?? '');
  const doCount = ({ at }: { at: number }) => !(at < cleared) && counts(at, now, beginsAt);
  const ids = [passNo, ...(newsLookup === undefined ? [] : [newsLookup])];
  const own = await intentions.admission(list, passNo, doCount);
  const news = await Promise.all(
    ids.map(async (id) => {
      const known = await newsOf(database, list, id);
      const isTakenBack =
        known?.nonce !== undefined && (await intentions.isUndone(list, passNo, known.nonce));
      return isTakenBack ? undefined : known;
    }),
  );
  const admissions = [own, ...news].filter((one) => one !== undefined).filter(doCount);
  const [admission] = [...admissions].sort((one, other) => one.at - other.at);
  const ownLast = await intentions.lastCrossing(list, passNo, doCount);
  const told = await Promise.all(ids.map((id) => crossingOf(database, list, id)));
  const crossings = [...told, ownLast].filter((one) => one !== undefined).filter(doCount);
  const [last] = [...admissions, ...crossings].sort((one, other) => other.at - one.at);
  if (!last || !('isExit' in last) || !last.isExit) return { admission, wentOut: undefined };
  // Of an exit elsewhere the news says nothing but when.
  const place = last === ownLast ? ownLast.device : '';
  return { admission, wentOut: { at: last.at, place } };
}
