// The run that has chosen exams for candidates, of each person at this computer: a message finds these by its name alone, which
// outlives the tab until they are written to.
import { createSentStore } from './sentStore';

export interface UntoldRun {
  run: string;
  /** For how many it has chosen, as far as it was answered. */
  known: number;
  /** No answer was lost, so these are all. */
  isCertain: boolean;
  /** A message was sent to them, and is not answered. */
  mayBeSent: boolean;
}

const types = { run: 'string', known: 'number', isCertain: 'boolean', mayBeSent: 'boolean' };

const isRun = (kept: unknown): kept is UntoldRun =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.entries(types).every(([name, type]) => typeof (kept as Record<string, unknown>)[name] === type);

export const untoldRuns = createSentStore('runs-untold', isRun, { isShared: true });

/** A message goes to the run. */
export const forgetRun = (written: string | null | undefined): void => {
  untoldRuns.forget((_, { run }) => run === written);
};
