// The places in the line that this browser holds. A place must outlive its tab, so it is kept in localStorage, with the
// registration that it is for. The phone may be borrowed: it goes as soon as the order is opened or the person leaves
// the line, and some time after its moment in any case.
import type { PlaceInLine } from '@/lib/api/types';
import { mergeKept } from '@/lib/mergeKept';
import type { Attempt } from './attemptRecord';

export interface Place {
  attempt: Attempt;
  ticket: string;
  /** How many were ahead when the server answered. */
  ahead: number;
  /** How long it then was until the moment, in milliseconds. */
  etaMs: number;
  /** When that was, and when the line was joined, by this device's clock. */
  toldAt: number;
  joinedAt: number;
  /** Where a mail goes when it is nearly time, and when, in milliseconds since 1970; empty and 0 for none. */
  mailTo: string;
  mailAt: number;
  /** What its moment depends on, and until when the organisers hold the line, in milliseconds since 1970; 0 where they do not. */
  waitsFor: PlaceInLine['waits_for'];
  heldUntil: number;
}

/** Each place is its own item: two tabs with two registrations never write over one another. */
const prefix = 'registration-line:';
const keptAfterItsMomentMs = 2 * 60 * 60 * 1_000;

/** Where storage is refused, places last until the next load. */
const unstored = new Map<string, Place>();

/** The registration went on, or was given up, where this tab did not see it. */
export class ElsewhereError extends Error {
  constructor() {
    super('This registration was continued or changed in another tab of this browser.');
  }
}

export function keepPlace(place: Place): void {
  try {
    localStorage.setItem(prefix + place.attempt.key, JSON.stringify(place));
  } catch {
    unstored.set(place.attempt.key, place);
  }
}

export function dropPlace(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Then it never was in there.
  }
}

export function readPlace(key: string): Place | undefined {
  try {
    const place = parse(localStorage.getItem(prefix + key));
    if (place) return place;
  } catch {
    // Refused.
  }
  return unstored.get(key);
}

/** The newest first. Those that are over are dropped on the way. */
export function keptPlaces(): Place[] {
  const keys = new Set(unstored.keys());
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix)) keys.add(name.slice(prefix.length));
    }
  } catch {
    // Refused.
  }
  const places: Place[] = [];
  for (const key of keys) {
    const place = readPlace(key);
    if (place && place.toldAt + place.etaMs + keptAfterItsMomentMs > Date.now()) places.push(place);
    else dropPlace(key);
  }
  return places.sort((one, other) => other.joinedAt - one.joinedAt);
}

const shape: Place = {
  attempt: {} as Attempt,
  ticket: '',
  ahead: 0,
  etaMs: 0,
  toldAt: 0,
  joinedAt: 0,
  mailTo: '',
  mailAt: 0,
  waitsFor: 'line',
  heldUntil: 0,
};

function parse(text: string | null): Place | undefined {
  if (text === null) return undefined;
  try {
    const place = mergeKept(JSON.parse(text), shape);
    return place.ticket && place.attempt.order ? place : undefined;
  } catch {
    return undefined;
  }
}
