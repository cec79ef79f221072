import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForScanner } from './keyboardScanner';

const code = 'EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG';
const reading = { kind: 'pass', code, passNo: 'CZ6S4932KF26' };
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

interface Press {
  key: string;
  code?: string;
  shiftKey?: boolean;
}

let at = 10_000;
/** Types keys with a pause between them; the events say when they were made. */
function press(keys: readonly (string | Press)[], pauseMs = 8): KeyboardEvent | undefined {
  let last: KeyboardEvent | undefined;
  for (const one of keys) {
    at += pauseMs;
    const init = typeof one === 'string' ? { key: one } : one;
    last = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    Object.defineProperty(last, 'timeStamp', { value: at });
    (document.activeElement ?? document.body).dispatchEvent(last);
    vi.advanceTimersByTime(0);
  }
  return last;
}

function pause(ms: number): void {
  at += ms;
  vi.advanceTimersByTime(ms);
}

function listen() {
  const listener = { begun: vi.fn(), scanned: vi.fn(), halfRead: vi.fn() };
  stop = listenForScanner(listener);
  return listener;
}

it.each([
  ['Enter', ['Enter']],
  ['Tab', ['Tab']],
  ['two Enters', ['Enter', 'Enter']],
])('takes a code that ends with %s, and keeps it from the button with the focus', (_, suffix) => {
  const { scanned, begun } = listen();
  const last = press([...code, ...suffix]);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(reading);
  expect(begun).toHaveBeenCalledOnce();
  expect(last?.defaultPrevented).toBe(true);
});

it('takes a code with nothing behind it', () => {
  const { scanned } = listen();
  press([...code]);
  pause(400);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(reading);
});

it('takes a code with signs before and behind it', () => {
  const { scanned } = listen();
  press([...']Q3', ...code, ...'#7', 'Enter']);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(reading);
});

it('takes a code whose keys come slowly, with Shift between them, or in the other case', () => {
  const { scanned } = listen();
  press([...[...code].flatMap((key) => ['Shift', key]), 'Enter'], 120);
  press([...code.toLowerCase(), 'Enter']);
  expect(scanned.mock.calls).toEqual([[reading], [reading]]);
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const french: Record<string, string> = { A: 'Q', Q: 'A', Z: 'W', W: 'Z' };
const german: Record<string, string> = { Y: 'Z', Z: 'Y' };
const frenchDigits = ['à', '&', 'é', '"', "'", '(', '-', 'è', '_', 'ç'];

/** Where a scanner of a layout finds a sign. */
function place(sign: string, layout: string): { code: string; shiftKey: boolean } {
  if (sign === ':') {
    return { code: layout === 'US' ? 'Semicolon' : 'Period', shiftKey: layout !== 'French' };
  }
  if (/\d/.test(sign)) return { code: `Digit${sign}`, shiftKey: layout === 'French' };
  if (layout === 'French' && sign === 'M') return { code: 'Semicolon', shiftKey: true };
  const moved = layout === 'French' ? french[sign] : layout === 'German' ? german[sign] : undefined;
  return { code: `Key${moved ?? sign}`, shiftKey: true };
}

/** What a key types on a phone or computer with a layout. */
function typed({ code: at, shiftKey }: { code: string; shiftKey: boolean }, layout: string): string {
  const name = at.replace(/^(Key|Digit)/, '');
  const turn = (letter: string) => (shiftKey ? letter : letter.toLowerCase());
  if (at.startsWith('Digit')) {
    return (layout === 'French') !== shiftKey
      ? layout === 'French'
        ? (frenchDigits[Number(name)] ?? '')
        : name
      : layout === 'French'
        ? name
        : ')!@#$%^&*('.charAt(Number(name));
  }
  if (at === 'Semicolon') return { US: shiftKey ? ':' : ';', French: turn('M'), German: 'Ö' }[layout] ?? '';
  if (at === 'Period') {
    return (
      { US: shiftKey ? '>' : '.', French: shiftKey ? '/' : ':', German: shiftKey ? ':' : '.' }[layout] ?? ''
    );
  }
  if (layout === 'French' && name === 'M') return shiftKey ? '?' : ',';
  const table = layout === 'French' ? french : layout === 'German' ? german : {};
  return turn(table[name] ?? name);
}

const layouts = ['US', 'French', 'German'];
const every = `EXPO1:${letters.replace(/[ILOU]/g, '').slice(0, 12)}:${`${letters.replace(/[ILOU]/g, '').slice(8)}0123456789ABCDEF`.slice(0, 26)}`;

it.each(layouts.flatMap((scanner) => layouts.map((here) => [scanner, here] as const)))(
  'takes a code of a scanner that is set to %s where the layout is %s',
  (scanner, here) => {
    const { scanned } = listen();
    for (const text of [code, every]) {
      press([
        ...[...text].map((sign) => {
          const where = place(sign, scanner);
          return { ...where, key: typed(where, here) };
        }),
        'Enter',
      ]);
      expect(scanned).toHaveBeenLastCalledWith(expect.objectContaining({ code: text }));
    }
    expect(scanned).toHaveBeenCalledTimes(2);
  },
);

it('says that a code was not read to its end, and that something is no pass', () => {
  const { begun, scanned, halfRead } = listen();
  press([...code.slice(0, 20), 'Enter']);
  expect(halfRead).toHaveBeenCalledTimes(1);
  press([...code.slice(0, 9)]);
  pause(400);
  expect(halfRead).toHaveBeenCalledTimes(2);
  expect(scanned).not.toHaveBeenCalled();
  press([...'4006381333931', 'Enter']);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(begun).toHaveBeenCalledTimes(3);
});

it('takes the whole code that comes behind a half one', () => {
  const { scanned } = listen();
  press([...code.slice(0, 20), ...code, 'Enter']);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(reading);
});

it('leaves single keys and those of a shortcut alone', () => {
  const { begun, scanned, halfRead } = listen();
  const enter = press(['a', 'b', 'Enter']);
  expect(enter?.defaultPrevented).toBe(false);
  pause(400);
  expect(press(['Tab', 'Tab', 'Enter'])?.defaultPrevented).toBe(false);
  expect([begun, scanned, halfRead].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('takes a pass where somebody is writing, and leaves everything else to the field', () => {
  const { begun, scanned, halfRead } = listen();
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  const enter = press([...'CZ6S4932KF26', 'Enter']);
  press([...'EXPO1:CZ', 'Enter']);
  expect([begun, scanned, halfRead].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(enter?.defaultPrevented).toBe(false);
  press([...code, 'Enter']);
  expect(scanned).toHaveBeenCalledExactlyOnceWith(reading);
});
