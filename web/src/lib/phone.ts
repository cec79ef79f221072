// Indian mobile numbers as people type and paste them.

const phoneLength = 10;

/** What is said beside a number that is not one. */
export const malformedPhone = 'Ten digits, the first one 6, 7, 8 or 9.';

/**
 * Brings what was typed or pasted to at most ten characters, dropping +91, 0 and separators. Text that is no
 * phone number at all is only cut, so that the person sees it and the validation can name it.
 */
export function normalisePhone(text: string): string {
  if (!/^[\d\s().+-]*$/.test(text)) return text.slice(0, phoneLength);

  const international = text.trim().startsWith('+');
  let digits = text.replace(/\D/g, '');
  if (international) {
    // The prefix is being typed by hand: leave it until it is complete.
    if ('91'.startsWith(digits)) return digits === '91' ? '' : `+${digits}`;
    digits = digits.replace(/^91/, '');
  }
  digits = digits.replace(/^0+/, '');
  if (digits.length >= phoneLength + 2) digits = digits.replace(/^91/, '').replace(/^0+/, '');
  return digits.slice(0, phoneLength);
}

export const isIndianPhone = (text: string): boolean => /^[6-9]\d{9}$/.test(text);
