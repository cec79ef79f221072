import { expect, it } from 'vitest';
import { malformed, type Result } from '@/door/kit/verdict/verdict';
import { arrived, noTurns, pressed, seeing, seen, type Shown, type Turns } from './turns';

let turn = 0;
function shown(result: Result, name: string): Shown {
  turn += 1;
  return { verdict: { ...malformed, result, name }, reading: undefined, turn, at: 0 };
}

const names = (all: readonly Shown[]) => all.map(({ verdict }) => verdict.name);
const onScreen = ({ last, isShown }: Turns) => (isShown ? last?.verdict.name : undefined);

it('keeps a refusal on the screen however fast the next ones come, and shows each in its turn', () => {
  let turns = arrived(noTurns, shown('refused', 'Asha'));
  for (const name of ['Binu', 'Chandra']) turns = arrived(turns, shown('admitted', name));
  expect(onScreen(turns)).toBe('Asha');
  expect(names(turns.waiting)).toEqual(['Binu', 'Chandra']);
  turns = pressed(turns);
  expect(onScreen(turns)).toBe('Binu');
  turns = seen(turns);
  expect(onScreen(turns)).toBe('Chandra');
  expect(turns.missed).toEqual([]);
});

it('names a refusal above the next verdict until somebody presses', () => {
  let turns = arrived(noTurns, shown('refused', 'Asha'));
  turns = seen(turns);
  turns = arrived(turns, shown('unchecked', 'Binu'));
  turns = seen(turns);
  turns = arrived(turns, shown('admitted', 'Chandra'));
  expect(onScreen(turns)).toBe('Chandra');
  expect(names(turns.missed)).toEqual(['Asha', 'Binu']);
  turns = pressed(turns);
  expect(onScreen(turns)).toBeUndefined();
  expect(turns.missed).toEqual([]);
});

it('shows the next one when what is there could be seen, and what was admitted for less time', () => {
  let turns = arrived(noTurns, shown('admitted', 'Asha'));
  turns = arrived(turns, shown('refused', 'Binu'));
  expect(onScreen(turns)).toBe('Asha');
  turns = seen(turns);
  expect(onScreen(turns)).toBe('Binu');
  expect(turns.missed).toEqual([]);
  const { verdict } = shown('refused', '');
  expect(seeing(verdict)).toBeGreaterThan(seeing({ ...verdict, result: 'admitted' }));
});
