// The number on the receipt of a payment at the counter.

/** The pass number in groups behind an R, as the server writes it into the mail: `R-CZ6S-4932-KF26`. */
export const receiptNumber = (customerId: string): string => `R-${customerId.replace(/(.{4})(?=.)/g, '$1-')}`;
