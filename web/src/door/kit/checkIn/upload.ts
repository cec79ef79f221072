// Sends what the server does not know yet, in order. It knows each intention by its nonce, so sending one twice does no harm.
import { ApiError, call } from '@/lib/api/client';
import type { Entry, Report, ScanEntry, UndoEntry } from '@/door/kit/storage/database';
import type { RedeemAnswer } from '@/door/kit/verdict/verdict';
import { isOutage, type Connection } from './connection';
import type { Intentions } from './intentions';
import { idOfDouble } from './reports';

/** What the server takes at once. */
const batch = 25;

interface Upload {
  intentions: Intentions;
  connection: Connection;
  /** What somebody at the door has to know; the name is for the screen alone. */
  report: (report: Report, name: string | undefined) => Promise<void>;
  sent: () => Promise<void>;
}

/**
 * Resolves when nothing is left but what the server could not take: that is left for the next round, and keeps nothing else from
 * being sent. Rejects when it cannot be reached.
 */
export async function upload({ intentions, connection, report, sent }: Upload): Promise<void> {
  const left = new Set<string>();
  for (;;) {
    const due = await intentions.next(batch, left);
    const [first] = due;
    if (!first) return;
    if (first.kind === 'undo') await sendUndo(first);
    else await sendScans(due.filter((entry) => entry.kind === 'scan'));
    await sent();
  }

  async function sendScans(scans: ScanEntry[]): Promise<void> {
    const began = connection.begin();
    const answer = await call('post', '/api/check-in/redeem-batch', {
      body: {
        redeems: scans.map((scan) => ({
          code: scan.code,
          list: scan.list,
          nonce: scan.nonce,
          scanned_at: scan.madeAt,
          sent_at: connection.sentAt(scan),
          device: scan.device,
          // Of somebody who was said to be in already, nobody was let in beside the one who is.
          offline: scan.isRepeat !== true,
          ...(scan.isExit && { direction: 'out' }),
        })),
      },
    });
    if (!answer?.results) throw ApiError.unusable();
    connection.heard(answer.server_time, began);
    for (const [index, scan] of scans.entries()) {
      const result = answer.results[index];
      if (!result || result.nonce !== scan.nonce || result.status >= 500) {
        left.add(scan.nonce);
        continue;
      }
      const verdict = result.answer;
      if (!verdict) {
        leave(scan, result.message);
        continue;
      }
      const found = reportOf(scan, verdict);
      if (found) await report(found, verdict.candidate?.name);
      await intentions.told(scan.nonce, verdict.reason === 'undone' ? 'undone' : 'counts');
    }
  }

  /** The server has nothing of what it does not take, as where the list is gone: nobody else knows it. */
  function leave({ nonce }: Entry, why: string | null | undefined): void {
    left.add(nonce);
    intentions.refuse(nonce, why ?? '');
  }

  async function sendUndo(undo: UndoEntry): Promise<void> {
    const { code, list, nonce, undoes, reason, madeAt, device, passNo } = undo;
    const id = `undo ${nonce}`;
    try {
      const answer = await call('post', '/api/check-in/undo', {
        body: {
          code,
          list,
          nonce,
          undoes,
          reason,
          device,
          undone_at: madeAt,
          sent_at: connection.sentAt(undo),
        },
      });
      if (!answer?.result) throw ApiError.unusable();
      const stillIn = answer.still_in;
      if (stillIn && !undo.isOfCrossing) {
        const places = [{ at: stillIn.at, device: stillIn.device }];
        await report({ id, kind: 'undo', list, passNo, at: undo.at, places }, answer.candidate?.name);
      }
      await intentions.told(nonce, 'counts');
    } catch (error) {
      // It fails over this one, and says nothing of the others.
      if (error instanceof ApiError && error.status === 500) {
        left.add(nonce);
        return;
      }
      if (isOutage(error) || !(error instanceof ApiError) || !isRefused(error.status)) throw error;
      if (error.details.code !== 'too_late') {
        leave(undo, error.message);
        return;
      }
      const { at } = undo;
      await report({ id, kind: 'undo', list, passNo, at, places: [], reason: error.message }, undefined);
      await intentions.told(nonce, 'refused');
    }
  }
}

/** The server does not take this one: it is not that somebody is not signed in, or may not. */
const isRefused = (status: number): boolean => status === 404 || status === 409 || status === 422;

/** Nothing where the server agrees that this was the one admission. */
function reportOf(scan: ScanEntry, answer: RedeemAnswer): Report | undefined {
  const { list, passNo, at } = scan;
  // Who goes out, and who comes in again, is let in by nobody.
  if (scan.isExit || scan.isRepeat || answer.result === 'back' || answer.reason === 'undone')
    return undefined;
  if (answer.result === 'refused') {
    const id = `${list} refused ${scan.nonce}`;
    const reason = answer.reason && { reason: answer.reason };
    return { id, kind: 'refused', list, passNo, at, places: [], ...reason };
  }
  const places = placesOf(scan, answer);
  const [, second] = places;
  return second && { id: idOfDouble(list, passNo, second), kind: 'double', list, passNo, places };
}

function placesOf(scan: ScanEntry, { at, device, double, result }: RedeemAnswer): Report['places'] {
  const counted = { at: at ?? scan.madeAt, device: device ?? '' };
  if (double) return [counted, { at: double.at, device: double.device }];
  // The same scan may have reached the server before, when its answer did not reach this device.
  if (result === 'already' && counted.device !== scan.device) {
    return [counted, { at: scan.madeAt, device: scan.device }];
  }
  return [counted];
}
