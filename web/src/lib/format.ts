// How money and phone numbers are written.

/** Whole rupees without decimals, otherwise with two: `Rs 1850`, `Rs 99.50`. */
export const rupees = (amount: number): string =>
  `Rs ${Number.isInteger(amount) ? String(amount) : amount.toFixed(2)}`;

/** A stored ten-digit number as the pass shows it. */
export const indianPhone = (tenDigits: string): string => `+91 ${tenDigits}`;
