// How money and phone numbers are written.

/** In India's groups, with a space that no line breaks at: `Rs 1,85,000`, and `Rs 99.50` where there are paise. */
export const rupees = (amount: number): string =>
  `Rs\u00a0${amount.toLocaleString('en-IN', { minimumFractionDigits: amount % 1 ? 2 : 0, maximumFractionDigits: 2 })}`;

/** A stored ten-digit number as the pass shows it. */
export const indianPhone = (tenDigits: string): string => `+91 ${tenDigits}`;
