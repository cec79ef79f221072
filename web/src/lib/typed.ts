// What people type and paste, read for what they mean: an address with the mark that a copied link leaves before it, a
// number in the digits of another script. The server reads by the same rules (shared/domain/src/typed.rs); both are
// tested with the same table.

/** What nobody sees and means nothing where it is: no width, direction, soft hyphens, choices between shapes. */
const marks = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
const dashes = /[\u058a\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63]/g;
const blanks = /[^\S\r\n\u2028\u2029]/g;
const fullWidth = /[\uff01-\uff5e]/g;
/** Of Arabic, Persian, and the scripts of India. */
const digits = /(?=[\u0660-\u0d6f])\p{Nd}/gu;

/** The text in plain characters, where these are meant. Line breaks within it stay what they are. */
export const plain = (text: string): string =>
  text
    .replace(marks, '')
    .replace(dashes, '-')
    .replace(blanks, ' ')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    // The scripts of India have their zero at 6 of a row, the others at 0.
    .replace(digits, (digit) => String((digit.charCodeAt(0) & 15) - (digit > '\u0900' ? 6 : 0)))
    .trim();

/** The e-mail address in a text, if it is one: without `mailto:`, the name before angle brackets, and a full stop. */
export function addressIn(typed: string): string {
  const text = plain(typed).replace(/[\s.,;]+$/, '');
  const inside = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
  return inside
    .trim()
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .trim();
}

/** What is left of a phone number without `tel:` and what groups its digits. */
export const numberIn = (typed: string): string =>
  plain(typed)
    .replace(/^tel:/i, '')
    .replace(/[\s().,;-]/g, '');
