// Both forms of a page of the roster.
import { expect, it } from 'vitest';
import { lookupOf, asha, rosterPage } from '@/door/testing/device';
import { entriesOf, movementsOf } from './page';

const began = Date.parse('2025-05-31T04:30:00Z') / 1000;
const nonce = '7b0f2a3c-1d7e-4d8a-9a51-5f0c6b1e2d3f';

it('reads the same from the short form and from the long one', async () => {
  const long = await rosterPage();
  const lookup = await lookupOf(asha);
  const whole = `${lookup}Vi9QocIN5n1yCA`;
  const events = [
    ['in', whole, began, 'Gate 1', nonce],
    ['left', whole, began + 1200],
    ['back', whole, began, 'Gate 1', nonce],
    ['out', whole, began + 36, 'portal', nonce],
  ];
  const scan = `${nonce.slice(0, 8)}01`;
  const short = {
    passes: long.entries.map(([name = '', sealed = '']) => name.slice(0, 8) + sealed),
    devices: ['Gate 1', 'portal'],
    moves_from: began,
    moves: `i${lookup}00000${scan}l${lookup}000xcB${lookup}00000${scan}o${lookup}00010${nonce.slice(0, 8)}02`,
  };
  const inShort = await rosterPage({ entries: [], short });
  const inLong = await rosterPage({ entries: long.entries, events: events as never });
  expect([...movementsOf(inShort)]).toEqual([...movementsOf(inLong)]);
  expect([...entriesOf(inShort)].map(([name]) => name)).toEqual([...entriesOf(inLong)].map(([name]) => name));
  expect([...movementsOf(inShort)][1]).toEqual({
    kind: 'left',
    lookup,
    seconds: began + 1200,
    device: '',
    nonce: undefined,
  });
});
