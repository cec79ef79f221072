// The run that has chosen exams for candidates, of each person at this computer: a message finds these by its name alone, which
// outlives the tab until they are written to.
import { placeOf, sentForms } from './sentForms';
import { createSentStore } from './sentStore';

export interface UntoldRun {
  run: string;
  /** For how many it has chosen, as far as it was answered. */
  known: number;
  /** No answer was lost, so these are all. */
  isCertain: boolean;
  /** When a message to them was sent that is not answered, in milliseconds since 1970; 0 for none. */
  askedAt: number;
  /** They are not to be mailed: no later run joins this one. */
  isDeclined: boolean;
}

const types = {
  run: 'string',
  known: 'number',
  isCertain: 'boolean',
  askedAt: 'number',
  isDeclined: 'boolean',
};

/** The server knows a message by its key for a day. */
const keyLivesMs = 20 * 3_600_000;

/** What was sent to them would be the same message if it were sent again. */
export const isStillKnown = ({ askedAt }: UntoldRun): boolean => Date.now() - askedAt < keyLivesMs;

const isRun = (kept: unknown): kept is UntoldRun =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.entries(types).every(([name, type]) => typeof (kept as Record<string, unknown>)[name] === type);

export const untoldRuns = createSentStore('runs-untold', isRun, { isShared: true });

/** A message goes to the run. */
export const forgetRun = (written: string | null | undefined): void => {
  untoldRuns.forget((_, { run }) => run === written);
};

/**
 * Before a message to the run goes out as `body`, from whatever screen: its key is the name of the run, so it is the same one
 * from any tab. Gives what takes the note back where nothing was sent; undefined where the run is not, or no longer, untold.
 */
export function noteAsked(
  by: string,
  run: string | null | undefined,
  body: unknown,
): (() => void) | undefined {
  const kept = untoldRuns.get()[by];
  if (!kept || kept.run !== run) return undefined;
  untoldRuns.keep(by, { ...kept, askedAt: isStillKnown(kept) ? kept.askedAt : Date.now() });
  sentForms.keep(placeOf('message', body), kept.run);
  return () => {
    untoldRuns.keep(by, kept);
  };
}
