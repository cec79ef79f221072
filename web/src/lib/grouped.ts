/** In groups of four, as the pass shows its number. */
export const grouped = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');
