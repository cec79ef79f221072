import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nameProblem, readName } from './personName';

// The server's rule is tested with the same table.
const table = readFileSync('../shared/domain/src/names.json', 'utf8');
const cases = JSON.parse(table) as { name: string; read?: string; refused?: string }[];

it('takes and refuses the names that the server does, in the same words', () => {
  expect(cases.length).toBeGreaterThan(50);
  for (const { name, read, refused } of cases) {
    expect([name, nameProblem(name)]).toEqual([name, refused]);
    if (refused === undefined) expect(readName(name)).toBe(read ?? name.trim().normalize('NFC'));
  }
});
