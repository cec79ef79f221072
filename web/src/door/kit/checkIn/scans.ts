// What a scan of this device amounts to, by its verdict and by what became of it: whether somebody has gone through by it, and is in,
// and whether it can be taken back.
import type { ScanEntry } from '@/door/kit/storage/database';

export interface Judged {
  result: string;
  /** Undefined where the phone has no entry of the roster that the code opens. */
  name?: string | undefined;
}

/**
 * A scan as it is kept once the phone has opened the entry of its pass: without the key, which would open it for a finder of the
 * phone. Nobody is kept from going out, so an exit alone proves nothing, and keeps the key where the phone has no such entry.
 */
export const withoutKey = (scan: ScanEntry, { result, name }: Judged): ScanEntry => ({
  ...scan,
  code: scan.isExit && name === undefined ? scan.code : scan.passNo,
  ...(result === 'back' && { isReturn: true }),
});

/** Whether somebody was said to be in already, which counts where an exit may have been before. */
export const isRepeat = (scan: ScanEntry, { result }: Judged): boolean =>
  result === 'already' && scan.isCounted === true && !scan.isExit;

/** Whether somebody has gone through by a scan, and it was not taken back. */
export const isCrossing = (scan: ScanEntry): boolean => scan.state !== 'asked' && !scan.isUndone;

/** Whether a scan has let somebody in, and was not taken back. */
export const isIn = (scan: ScanEntry): boolean => isCrossing(scan) && !scan.isExit && !scan.isRepeat;

/** By the scans, and of two of one moment by their nonces, as the server has it. */
export const isLater = (one: ScanEntry, other: ScanEntry): boolean =>
  one.at === other.at ? one.nonce > other.nonce : one.at > other.at;

/** So long after a scan it can be taken back here. The portal can always. */
const undoMs = 3_600_000;

/** Whether a scan can be taken back here, by the server's clock. */
export const isUndoable = (scan: ScanEntry, now: number): boolean =>
  isCrossing(scan) && !scan.isRepeat && now - scan.at <= undoMs;
