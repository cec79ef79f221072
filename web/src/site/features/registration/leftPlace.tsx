// The places in the line of this browser that are not this tab's. One that no tab waits with any more, as when the browser was
// closed, is taken up by a tab in which nothing was begun, as if it had been typed there. What another tab waits with stays with
// that one, as a family registers several children; the form says so.
import type { ReactElement } from 'react';
import { isFresh, takeUp } from './attempt';
import { isLeft } from './line';
import { keptPlaces, readPlace } from './places';
import { PlacesElsewhere, type GoOn } from './PlacesElsewhere';

/** Goes on with the newest that was left. Where none was, resolves with what there is to say of the others. */
export async function takeUpLeftPlace(signal: AbortSignal, goOn: GoOn): Promise<ReactElement | undefined> {
  for (const { attempt } of keptPlaces()) {
    const isFree = await isLeft(attempt.key);
    if (signal.aborted || !isFresh()) return undefined;
    const place = isFree && readPlace(attempt.key);
    if (place) {
      goOn(takeUp(place.attempt), true);
      return undefined;
    }
  }
  return <PlacesElsewhere goOn={goOn} />;
}
