// Whole numbers as people write them, and as the pages do: 10000, 10,000, 1,00,000 or 10 000.

/** In groups as they are written elsewhere, and in India: 1,00,000. Both mean the same. */
const groupedBy = (mark: string) =>
  new RegExp(`^[1-9]\\d{0,2}(?:${mark}\\d{3})+$|^[1-9]\\d?(?:${mark}\\d{2})*${mark}\\d{3}$`);
const forms = [/^\d+$/, groupedBy(','), groupedBy(' ')];

/** Marks that copying brings along and nobody sees. */
const invisible = /\p{Cf}/gu;

/** Without the spaces around it and the marks that nobody sees. Wide digits and spaces are made plain. */
export const plain = (text: string): string => text.normalize('NFKC').replace(invisible, '').trim();

/** Of digits alone, or in groups of one form. */
export const isWhole = (number: string): boolean => forms.some((form) => form.test(number));

/** What was typed as a whole number, or undefined when it is none: negative, with a point, or to be guessed at. */
export function parseWhole(text: string): number | undefined {
  const number = plain(text);
  return isWhole(number) ? Number(number.replace(/\D/g, '')) : undefined;
}
