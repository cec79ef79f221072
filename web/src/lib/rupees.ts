// Amounts of rupees, as people write them: 40,600 and 1,00,000.50, ₹1,850.00, Rs 1850 or 1850/-.
import { isWhole, plain } from './wholeNumber';

const currency = String.raw`(?:₹|rs\.?|inr|rupees?)`;
const before = new RegExp(`^${currency} *`, 'i');
const behind = new RegExp(` *(?:/[-–—=]|${currency})$`, 'i');

/** What was typed as a number of rupees, or undefined when it is none: negative, finer than a paisa, or to be guessed at. */
export function parseRupees(text: string): number | undefined {
  const number = numberIn(text);
  const [, rupees = '', paise = ''] = /^([^.]*)(?:\.(\d{0,2}))?$/.exec(number) ?? [];
  if (!isWhole(rupees) && !(rupees === '' && paise !== '')) return undefined;
  return Number(`${rupees.replace(/\D/g, '') || '0'}.${paise || '0'}`);
}

/** What is wrong with a typed amount; `missing` is said when there is none. */
export function findAmountError(text: string, missing: string): string | undefined {
  const number = numberIn(text);
  if (number === '') return missing;
  if (parseRupees(text) !== undefined) return undefined;
  return /^[\d., ]+$/.test(number) && number.includes(',')
    ? 'It is not clear which amount this is. Write it like 1,850 or 1850.50, with a point before the paise.'
    : 'Enter an amount of 0 or more, with at most two decimals.';
}

/** Without the currency around it. */
const numberIn = (text: string): string => plain(text).replace(before, '').replace(behind, '').trim();
