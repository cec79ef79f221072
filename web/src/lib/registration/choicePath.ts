// The address of the form with a choice made: a kind of package, or an exam by the names of its college and course.
import { paths } from '../paths';

export type LinkedChoice = { package: 'all' | 'one' } | { college: string; course: string };

export const choicePath = (choice: LinkedChoice): string =>
  paths.register.replace('#', `?${new URLSearchParams(choice).toString()}#`);
