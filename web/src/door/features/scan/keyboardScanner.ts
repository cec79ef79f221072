// A scanner that is a keyboard: it types the code wherever the focus is, with or without Enter or Tab behind it.
import { readKeys, type Key } from '@/door/kit/pass/keys';
import type { Reading } from '@/door/kit/pass/reading';

/** A longer pause ends what a scanner types; slow ones with Bluetooth pause for a tenth of a second. */
const longestPauseMs = 300;

/** So many keys on a page without a field are no person's. */
const fewestKeys = 4;

interface Listener {
  /** The first keys have come. */
  begun: () => void;
  /** A pass; undefined for what is none. */
  scanned: (reading: Reading | undefined) => void;
  /** It stopped within a code of ours. */
  halfRead: () => void;
}

/** Gives back how to stop. */
export function listenForScanner({ begun, scanned, halfRead }: Listener): () => void {
  let keys: Key[] = [];
  let lastAt = 0;
  let endedAt = -Infinity;
  let isInField = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether it was a scanner's. */
  const end = (at: number): boolean => {
    clearTimeout(timer);
    const typed = keys;
    keys = [];
    const found = readKeys(typed);
    // Where somebody is writing, only a pass is taken from under their hands.
    const isPass = found !== undefined && found !== 'half';
    if (!isPass && (isInField || typed.length < fewestKeys)) return false;
    endedAt = at;
    if (found === 'half') halfRead();
    else scanned(found);
    return true;
  };

  const onKey = (press: KeyboardEvent) => {
    const { key, code, timeStamp: at, shiftKey: isShift } = press;
    if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return;
    if (keys.length > 0 && at - lastAt > longestPauseMs) end(lastAt);
    if (key === 'Enter' || key === 'Tab') {
      // It would press the button that has the focus, or send a form. Some scanners send two.
      if (end(at) || at - endedAt < longestPauseMs) {
        press.preventDefault();
        press.stopPropagation();
      }
      return;
    }
    // Shift comes between the letters of a code. A dead key is one whose sign the layout here waits with.
    if (key.length !== 1 && key !== 'Dead') return;
    lastAt = at;
    isInField = press.target instanceof HTMLInputElement;
    keys.push({ key, code, isShift });
    if (keys.length === fewestKeys && !isInField) begun();
    clearTimeout(timer);
    timer = setTimeout(() => end(at), longestPauseMs);
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, { capture: true });
  };
}
