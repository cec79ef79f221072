// Indian mobile numbers as people type and paste them.
import { numberIn, plain } from './typed';

export const phoneLength = 10;
/** With `0091` and a zero before it. */
const longestWithPrefix = 15;

/** What is said beside a number that is not one. */
export const malformedPhone = 'Ten digits, the first one 6, 7, 8 or 9.';

/** What is said beside a number that takes no more digits. */
export const fullPhone = 'It has ten digits already. Is each of them right?';

const withPrefix = /^(?:(?:\+|00?)?91)?0?([6-9]\d{9})$/;

/**
 * What a field shows of what was typed or pasted into it: the ten digits, once they are there, without a prefix and
 * separators. Undefined for a key too many, which the field does not take.
 *
 * What is longer is shown whole and refused later. Cut off, it would be a number that looks right and is somebody else's.
 */
export function typePhone(typed: string, before: string): string | undefined {
  const number = numberIn(typed);
  const national = withPrefix.exec(number)?.[1];
  if (national !== undefined) return national;
  // Nobody's number begins so: the digits that follow count from here.
  if (/^(?:\+|00)91$/.test(number)) return '';
  const shown = /^\+?\d*$/.test(number) ? number : plain(typed);
  // 9198765432 is a number, and the beginning of 919876543210.
  const most = /^(?:\+|0|91)/.test(shown) ? longestWithPrefix : phoneLength;
  const isKey = typed.length === before.length + 1;
  return isKey && shown.length > most ? undefined : shown;
}

export const isIndianPhone = (text: string): boolean => /^[6-9]\d{9}$/.test(text);
