// A page of the roster as the server sends it, in the short form or in the long one of a release before.
import type { ResponseOf } from '@/lib/api/operation';

export type RosterPage = ResponseOf<'/api/check-in/roster', 'get'>;

/** So much of a lookup and of a nonce is kept: the short form has no more. */
const length = 8;

const timeDigits = 5;
const deviceDigits = 2;

/** What happened to a pass. */
export interface Movement {
  kind: string;
  lookup: string;
  seconds: number;
  device: string;
  /** The scan; of somebody who went out or came back only where one was taken back. */
  nonce: string | undefined;
}

/** By which an entry is known on this device. */
export const shortened = (text: string): string => text.slice(0, length);

export function* entriesOf({ short, entries }: RosterPage): Generator<[lookup: string, sealed: string]> {
  for (const pass of short?.passes ?? []) yield [pass.slice(0, length), pass.slice(length)];
  for (const [lookup = '', sealed = ''] of entries) yield [shortened(lookup), sealed];
}

export function* movementsOf({ short, events }: RosterPage): Generator<Movement> {
  if (short) yield* readShort(short);
  for (const [kind, lookup, seconds, device, nonce] of events as readonly (readonly unknown[])[]) {
    yield {
      kind: String(kind),
      lookup: shortened(String(lookup)),
      seconds: Number(seconds),
      device: device === undefined ? '' : String(device),
      nonce: nonce === undefined ? undefined : shortened(String(nonce)),
    };
  }
}

const kinds: Readonly<Record<string, string>> = { i: 'in', o: 'out', l: 'left', b: 'back' };

function* readShort({ moves, moves_from, devices }: NonNullable<RosterPage['short']>): Generator<Movement> {
  let place = 0;
  const take = (many: number) => moves.slice(place, (place += many));
  while (place < moves.length) {
    const letter = take(1);
    const lookup = take(length);
    const seconds = moves_from + parseInt(take(timeDigits), 36);
    const namesScan = letter !== 'l' && letter !== 'b';
    const nonce = namesScan ? take(length) : undefined;
    const device = namesScan ? (devices[parseInt(take(deviceDigits), 36) - 1] ?? '') : '';
    yield { kind: kinds[letter.toLowerCase()] ?? letter, lookup, seconds, device, nonce };
  }
}
