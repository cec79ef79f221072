// Sends what is queued, in order. The server knows each scan by its nonce, so sending one twice does no harm.
import { call } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import type { Database, QueuedScan, Report } from '@/door/kit/storage/database';
import { first, remove } from '@/door/kit/storage/queue';
import type { RedeemAnswer } from '@/door/kit/verdict/verdict';
import type { Connection } from './connection';

/** What the server takes at once. */
const batch = 25;

type Result = ResponseOf<'/api/check-in/redeem-batch', 'post'>['results'][number];

interface Upload {
  database: Database;
  connection: Connection;
  /** What somebody at the door has to know; the name is for the screen alone. */
  report: (report: Report, name: string | undefined) => Promise<void>;
  sent: () => Promise<void>;
}

/** Resolves when nothing is left, or when the server could not take the rest. Rejects when it cannot be reached. */
export async function upload({ database, connection, report, sent }: Upload): Promise<void> {
  for (;;) {
    const queued = await first(database, batch);
    if (queued.length === 0) return;
    const sentAt = Date.now();
    const answer = await call('post', '/api/check-in/redeem-batch', {
      body: {
        sent_at: new Date(sentAt).toISOString(),
        redeems: queued.map(({ scan }) => ({
          code: scan.code,
          list: scan.list,
          nonce: scan.nonce,
          scanned_at: scan.scannedAt,
          device: scan.device,
          offline: true,
        })),
      },
    });
    connection.heard(answer?.server_time, sentAt);
    let isAnyKept = false;
    for (const [index, { place, scan }] of queued.entries()) {
      const result = answer?.results[index];
      if (!result || result.nonce !== scan.nonce || result.status >= 500) {
        isAnyKept = true;
        continue;
      }
      const found = reportOf(scan, result);
      if (found) await report(found, result.answer?.candidate?.name);
      await remove(database, place);
    }
    await sent();
    // The others are sent when the next round comes.
    if (isAnyKept) return;
  }
}

/** Nothing where the server agrees that this was the one admission. */
function reportOf(scan: QueuedScan, { answer, error }: Result): Report | undefined {
  const { list, passNo } = scan;
  const id = `${list} ${passNo}`;
  if (!answer) return { id, kind: 'refused', list, passNo, places: [], ...(error && { reason: error }) };
  if (answer.result === 'refused') {
    return { id, kind: 'refused', list, passNo, places: [], ...(answer.reason && { reason: answer.reason }) };
  }
  const places = placesOf(scan, answer);
  return places.length > 1 ? { id, kind: 'double', list, passNo, places } : undefined;
}

function placesOf(scan: QueuedScan, { at, device, double, result }: RedeemAnswer): Report['places'] {
  const counted = { at: at ?? scan.scannedAt, device: device ?? '' };
  if (double) return [counted, { at: double.at, device: double.device }];
  // The same scan may have reached the server before, when its answer did not reach this device.
  if (result === 'already' && counted.device !== scan.device) {
    return [counted, { at: scan.scannedAt, device: scan.device }];
  }
  return [counted];
}
