// What a scan or a typed number says: a pass, its number alone, or something that is no pass of ours.
import { plain } from '@/lib/typed';

/** Base 32 without the letters that are misread: no I, L, O and U. */
const symbol = '[0-9A-HJKMNP-TV-Z]';
const passNoLength = 12;
const passNoPattern = new RegExp(`^C${symbol}{${String(passNoLength - 1)}}$`);

// A keyboard scanner that is set to another layout types another sign than the colon, and Caps Lock turns the letters.
const code = `(EXPO1)([^0-9A-Z]+)(${symbol}{12})([^0-9A-Z]+)(${symbol}{26})`;
const wholePattern = new RegExp(`^${code}$`);
const codePattern = new RegExp(code);

export interface Reading {
  kind: 'pass' | 'number';
  /** As the API takes it. */
  code: string;
  /** Without groups. */
  passNo: string;
  /** Somebody was found by name: no pass was shown, and no number typed. */
  isFound?: true;
}

/** What a camera has read; undefined where it is no pass of this event. */
export const readCode = (text: string): Reading | undefined => match(text, wholePattern)?.reading;

/** The code in a text that has more than that; `isExact` where its signs are as they are printed. */
export const findCode = (text: string): { reading: Reading; isExact: boolean } | undefined =>
  match(text, codePattern);

function match(text: string, pattern: RegExp): { reading: Reading; isExact: boolean } | undefined {
  const [, form = '', first, passNo = '', second, key = ''] = pattern.exec(plain(text).toUpperCase()) ?? [];
  if (first === undefined) return undefined;
  return {
    reading: { kind: 'pass', code: `${form}:${passNo}:${key}`, passNo },
    isExact: first === ':' && second === ':',
  };
}

/** What somebody has typed: a number in whatever groups, with O for 0 and I or L for 1; or why it is none. */
export function readTyped(text: string): Reading | { problem: string } {
  const scanned = readCode(text);
  if (scanned) return scanned;
  const symbols = plain(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  const number = symbols.replace(/O/g, '0').replace(/[IL]/g, '1');
  // A receipt's number is the pass number behind an R.
  const passNo = number.length === passNoLength + 1 ? number.replace(/^R/, '') : number;
  if (passNoPattern.test(passNo)) return { kind: 'number', code: passNo, passNo };
  if (passNo === '') return { problem: 'Type the pass number' };
  if (passNo.length !== passNoLength) {
    return { problem: `A pass number has 12 letters and digits. This has ${String(passNo.length)}.` };
  }
  return {
    problem: passNo.startsWith('C')
      ? 'A pass number has no letter U. Look at it again.'
      : 'A pass number begins with C. Look at it again.',
  };
}
