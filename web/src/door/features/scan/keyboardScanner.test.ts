import { afterEach, expect, it, vi } from 'vitest';
import { listenForScanner } from './keyboardScanner';

const code = 'EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG';
let stop = () => {};

afterEach(() => {
  stop();
});

/** Types keys with a pause between them; the events say when they were made. */
function type(keys: readonly string[], pauseMs: number): KeyboardEvent | undefined {
  let last: KeyboardEvent | undefined;
  keys.forEach((key, place) => {
    last = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(last, 'timeStamp', { value: 10_000 + place * pauseMs });
    (document.activeElement ?? document.body).dispatchEvent(last);
  });
  return last;
}

function listen() {
  const scanned = vi.fn();
  stop = listenForScanner(scanned);
  return scanned;
}

it('takes a code that is typed fast and ended by Enter, and keeps Enter from the button with the focus', () => {
  const scanned = listen();
  const enter = type([...code, 'Enter'], 8);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(code);
  expect(enter?.defaultPrevented).toBe(true);
});

it('takes one whose capital letters come with Shift', () => {
  const scanned = listen();
  type([...[...code].flatMap((key) => ['Shift', key]), 'Enter'], 8);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(code);
});

it('leaves what a person types alone', () => {
  const scanned = listen();
  const enter = type([...'CZ6S4932KF26', 'Enter'], 150);
  expect(scanned).not.toHaveBeenCalled();
  expect(enter?.defaultPrevented).toBe(false);
});

it('leaves a few fast keys alone', () => {
  const scanned = listen();
  type([...'asha', 'Enter'], 8);
  expect(scanned).not.toHaveBeenCalled();
});

it('takes a pass where somebody is writing, and leaves everything else to the field', () => {
  const scanned = listen();
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  const enter = type([...'CZ6S4932KF26', 'Enter'], 8);
  expect(scanned).not.toHaveBeenCalled();
  expect(enter?.defaultPrevented).toBe(false);
  type([...code, 'Enter'], 8);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(code);
  field.remove();
});
