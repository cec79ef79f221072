// A scanner that is a keyboard: it types the code faster than anybody can, wherever the focus is, and ends with Enter.
import { readCode } from '@/door/kit/pass/reading';

/** Between two keys of a scanner, also of one on a slow phone. Few people are faster, and not for twelve keys. */
const longestPauseMs = 100;

/** A pass number; nobody types so many keys so fast. */
const fewestKeys = 12;

/** Calls `scanned` with each code that is typed by a scanner. Gives back how to stop. */
export function listenForScanner(scanned: (text: string) => void): () => void {
  let text = '';
  let lastAt = 0;
  const onKey = (press: KeyboardEvent) => {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.timeStamp - lastAt > longestPauseMs) text = '';
    lastAt = press.timeStamp;
    if (press.key.length === 1) {
      text += press.key;
      return;
    }
    // Where somebody is writing, only a pass is taken from under their hands.
    const isOurs = !(press.target instanceof HTMLInputElement) || readCode(text) !== undefined;
    const isScan = press.key === 'Enter' && text.length >= fewestKeys && isOurs;
    if (isScan) {
      // It would press the button that has the focus, or send a form.
      press.preventDefault();
      press.stopPropagation();
      scanned(text);
    }
    // Shift comes between the letters of a code.
    if (press.key !== 'Shift') text = '';
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
  };
}
