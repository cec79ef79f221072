// Asks the server about one scan, as long as a person at the door can wait.
import { ApiError, call } from '@/lib/api/client';
import type { ScanEntry } from '@/door/kit/storage/database';
import type { RedeemAnswer } from '@/door/kit/verdict/verdict';
import { isOutage, type Connection } from './connection';

/** What takes longer is as if there were no network. */
const answerTimeoutMs = 2_500;

/** Waits for what is sent first. Rejects with what the server refuses it for. */
export async function inTime(sent: Promise<void>, connection: Connection): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, answerTimeoutMs);
  });
  try {
    await Promise.race([sent, late]);
  } catch (error) {
    if (isOutage(error)) connection.lost();
    else if (error instanceof ApiError) throw error;
    // It is the phone that fails, which is no reason to have no verdict.
    else console.error('Pending scans could not be sent', error);
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined where no answer came in time. Rejects with what the server refuses the call for. */
export async function redeem(
  scan: ScanEntry,
  connection: Connection,
  isLook = false,
): Promise<RedeemAnswer | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, answerTimeoutMs);
  const began = connection.begin();
  try {
    const { code, list, nonce, madeAt, device, isExit } = scan;
    const answer = await call('post', '/api/check-in/redeem', {
      body: {
        code,
        list,
        nonce,
        scanned_at: madeAt,
        device,
        sent_at: connection.sentAt(scan),
        ...(isLook && { look: true }),
        ...(isExit && { direction: 'out' }),
      },
      signal: controller.signal,
    });
    // Without a verdict it is not from us, and says nothing of what the server has made of the scan.
    if (!answer?.result) throw ApiError.unusable();
    connection.heard(answer.server_time, began);
    return answer;
  } catch (error) {
    if (!isOutage(error)) throw error;
    connection.lost();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
