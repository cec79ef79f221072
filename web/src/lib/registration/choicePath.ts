// The address of the form with a choice made: a package by its id or kind, or an exam by the names of its college and
// course, and by its id where that is known.
import { paths } from '../paths';

/** `package` is an id, or `all` or `one` for the first of its kind. */
export type LinkedChoice = { package: string } | { college: string; course: string; exam?: string };

export const choicePath = (choice: LinkedChoice): string =>
  paths.register.replace('#', `?${new URLSearchParams(choice).toString()}#`);
