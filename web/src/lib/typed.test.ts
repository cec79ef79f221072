import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isEmail } from './emailAddress';
import { isIndianPhone, typePhone } from './phone';
import { addressIn } from './typed';

interface Case {
  typed: string;
  read: string | null;
}

// The server's rules are tested with the same table.
const table = JSON.parse(readFileSync('../shared/domain/src/typed.json', 'utf8')) as Record<
  'email' | 'phone',
  readonly Case[]
>;

const check = (cases: readonly Case[], read: (typed: string) => string | null) => {
  expect(cases.length).toBeGreaterThan(10);
  for (const { typed, read: expected } of cases) expect([typed, read(typed)]).toEqual([typed, expected]);
};

describe('what was pasted is read as the server reads it', () => {
  it('in an email address', () => {
    check(table.email, (typed) => (isEmail(typed) ? addressIn(typed).toLowerCase() : null));
  });

  it('in a phone number', () => {
    check(table.phone, (typed) => {
      const shown = typePhone(typed, '') ?? '';
      return isIndianPhone(shown) ? shown : null;
    });
  });
});
