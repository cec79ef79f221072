// A place in the line that no tab waits with any more, as when the browser was closed. A tab in which nothing was begun takes
// it up, as if it had been typed there. What another tab waits with stays with that one: a family registers several children.
import { isFresh, takeUp } from './attempt';
import type { Attempt } from './attemptRecord';
import { isLeft } from './line';
import { keptPlaces, readPlace } from './places';

/** The newest of those. */
export async function takeUpLeftPlace(signal: AbortSignal): Promise<Attempt | undefined> {
  for (const { attempt } of keptPlaces()) {
    const isFree = await isLeft(attempt.key);
    if (signal.aborted || !isFresh()) return undefined;
    const place = isFree && readPlace(attempt.key);
    if (place) return takeUp(place.attempt);
  }
  return undefined;
}
