// What a scanner that is a keyboard has typed. It presses the keys of the layout that it is set to, and the phone or computer
// takes them for those of its own: a code is also looked for in the places of the keys.
import { plain } from '@/lib/typed';
import { findCode, type Reading } from './reading';

export interface Key {
  /** What it types here. */
  key: string;
  /** Its place, named by the US layout (https://www.w3.org/TR/uievents-code/#key-alphanumeric-writing-system). */
  code: string;
  isShift: boolean;
}

interface Layout {
  /** The letters that are in other places than their names say. */
  letters: Record<string, string>;
  colon: Pick<Key, 'code' | 'isShift'>;
}

/** Those that scanners are set to: US and UK, France, Germany. */
const layouts: readonly Layout[] = [
  { letters: {}, colon: { code: 'Semicolon', isShift: true } },
  {
    letters: { KeyQ: 'A', KeyA: 'Q', KeyW: 'Z', KeyZ: 'W', Semicolon: 'M', KeyM: ',' },
    colon: { code: 'Period', isShift: false },
  },
  { letters: { KeyY: 'Z', KeyZ: 'Y' }, colon: { code: 'Period', isShift: true } },
];

/** What stands where the key is no letter or digit of a code. */
const other = '?';

/** The pass, wherever it stands among what else a scanner adds; or why there is none. */
export function readKeys(keys: readonly Key[]): Reading | 'half' | undefined {
  const texts = [
    keys.map(({ key }) => (key.length === 1 ? key : other)).join(''),
    ...layouts.map((layout) => keys.map((key) => byPlace(key, layout)).join('')),
  ];
  const found = texts.map((text) => findCode(text)).filter((one) => one !== undefined);
  // A sign that is not the colon was perhaps typed by another layout, and letters then, too.
  const reading = found.find(({ isExact }) => isExact) ?? found[0];
  if (reading) return reading.reading;
  return texts.some((text) => plain(text).toUpperCase().includes('EXPO')) ? 'half' : undefined;
}

function byPlace({ code, isShift }: Key, { letters, colon }: Layout): string {
  if (code === colon.code && isShift === colon.isShift) return ':';
  return letters[code] ?? /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? other;
}
