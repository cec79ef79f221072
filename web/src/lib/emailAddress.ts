// What an email address must look like, in the words that its field shows.
const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const missingEmail = 'Your email address is missing.';
export const malformedEmail = 'It should look like name@example.com.';

export const isEmail = (typed: string): boolean => pattern.test(typed.trim());
