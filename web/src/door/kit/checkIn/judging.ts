// What a phone says of a pass: the server's verdict, or its own where no answer comes; and what it keeps of both.
import { uuid } from '@/lib/uuid';
import { deviceName, getSettings } from '@/door/kit/device/settings';
import type { Reading } from '@/door/kit/pass/reading';
import { newsLookupOf, newsOf } from '@/door/kit/roster/roster';
import { openerOf } from '@/door/kit/roster/seal';
import type { Database, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import {
  looked,
  malformed,
  isThrough,
  noStorage,
  verdictOfAnswer,
  type RedeemAnswer,
  type Verdict,
} from '@/door/kit/verdict/verdict';
import { countsExits, type DoorList } from './chosenList';
import type { Connection } from './connection';
import type { Intentions } from './intentions';
import { judgeByRoster } from './judgeByRoster';
import { inTime, redeem } from './redeem';
import { isUndoable } from './scans';

interface Parts {
  database: Database;
  intentions: Intentions;
  connection: Connection;
  /** Sends what is due. */
  send: () => Promise<void>;
  /** The server has not answered. */
  unanswered: () => void;
}

export class Judging {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The verdict of the device is kept before it is told. */
  async scan(reading: Reading, list: DoorList, isExit: boolean): Promise<Verdict> {
    const { database, connection } = this.#parts;
    const scan = await scanOf(database, reading, list, connection, isExit);
    const verdict = await this.#verdictOn(scan, reading, list);
    // Whatever becomes of the phone's storage, a verdict is told.
    const undoes = await this.#toTakeBack(scan, verdict).catch(() => undefined);
    return { ...verdict, notices: noticesOf(verdict, reading), isExit, nonce: scan.nonce, undoes };
  }

  /** Nobody is let in. */
  async look(reading: Reading, list: DoorList): Promise<Verdict> {
    const { database, connection } = this.#parts;
    const scan = await scanOf(database, reading, list, connection);
    const answer = connection.isOnline ? await redeem(scan, connection, true) : undefined;
    return looked(answer ? verdictOfAnswer(answer, reading.passNo) : await this.#judge(reading, list));
  }

  async #verdictOn(scan: ScanEntry, reading: Reading, list: DoorList): Promise<Verdict> {
    const { intentions, connection, send, unanswered } = this.#parts;
    const judge = () => this.#judge(reading, list, scan.isExit);
    if (!connection.isOnline) return intentions.scanUnasked(scan, judge);
    return intentions.scan(
      scan,
      async () => {
        const answer = await redeem(scan, connection);
        if (answer) await this.#remember(scan, answer);
        else unanswered();
        return answer && verdictOfAnswer(answer, reading.passNo);
      },
      judge,
      () => inTime(send(), connection),
    );
  }

  async #judge(reading: Reading, list: DoorList, isExit = false): Promise<Verdict> {
    const { database, intentions, connection } = this.#parts;
    try {
      return await judgeByRoster({ database, intentions, reading, list, isExit, now: connection.now() });
    } catch (error) {
      console.error('The phone could not read its roster', error);
      const { passNo } = reading;
      // Nobody is kept from going out.
      if (isExit) return { ...malformed, result: 'not_in', reason: undefined, passNo, isOffline: true };
      return { ...malformed, result: 'unchecked', reason: noStorage, passNo, isOffline: true };
    }
  }

  /** Its own scan where somebody goes through by it; where they are in, the one by which this device let them in within the last hour. */
  async #toTakeBack({ list, passNo, nonce }: ScanEntry, verdict: Verdict): Promise<string | undefined> {
    if (isThrough(verdict)) return nonce;
    if (verdict.result !== 'already') return undefined;
    const { intentions, connection } = this.#parts;
    const now = connection.now();
    return (await intentions.admission(list, passNo, (own) => isUndoable(own, now)))?.nonce;
  }

  /** The network may be gone before the roster brings it. */
  async #remember(scan: ScanEntry, { result, at, device }: RedeemAnswer): Promise<void> {
    if (!at || result !== 'already') return;
    const { database } = this.#parts;
    const { list, passNo, lookup: id = passNo } = scan;
    try {
      if (await newsOf(database, list, id)) return;
      await database.put('admissions', { at: Date.parse(at), device: device ?? '' }, [list, id]);
    } catch {
      // A full phone learns it by the roster, or asks again.
    }
  }
}

export async function scanOf(
  database: Database,
  { kind, code, passNo }: Reading,
  chosen: DoorList,
  connection: Connection,
  isExit = false,
): Promise<ScanEntry> {
  const lookup = kind === 'pass' ? await newsLookupOf(database, await openerOf(code)) : undefined;
  return {
    kind: 'scan',
    code,
    passNo,
    list: chosen.list,
    lookup,
    state: 'asked',
    ...(countsExits(chosen) && { isCounted: true }),
    ...(isExit && { isExit: true }),
    ...made(connection),
  };
}

/** Of somebody who was found by name no number was typed. */
const noticesOf = ({ notices }: Verdict, { isFound }: Reading): readonly string[] =>
  isFound ? notices.map((notice) => (notice === 'number_only' ? 'found_by_name' : notice)) : notices;

export function undoOf(scan: ScanEntry, connection: Connection): UndoEntry {
  const { nonce, passNo, list, isExit, isReturn } = scan;
  const reason = 'Nobody was let in: the answer did not reach the phone';
  return {
    kind: 'undo',
    code: passNo,
    passNo,
    list,
    undoes: nonce,
    reason,
    state: 'due',
    ...((isExit || isReturn) && { isOfCrossing: true }),
    ...made(connection),
  };
}

function made(connection: Connection) {
  return { nonce: uuid(), device: deviceName(getSettings()), ...connection.stamp() };
}
