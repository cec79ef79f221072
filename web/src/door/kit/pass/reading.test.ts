import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCode, readTyped } from './reading';

const code = 'EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG';

it('reads the code of a pass', () => {
  expect(readCode(code)).toEqual({ kind: 'pass', code, passNo: 'CZ6S4932KF26' });
});

it.each([
  ['in small letters, by Caps Lock', code.toLowerCase()],
  ['with the sign of another keyboard layout', code.replaceAll(':', ';')],
  ['with blanks around it', ` ${code}\t`],
])('reads a code %s', (_, text) => {
  expect(readCode(text)).toMatchObject({ code });
});

it.each([
  ['an address', 'https://example.com/pay?order=1'],
  ['another form of the text', code.replace('EXPO1', 'EXPO2')],
  ['a code that is cut off', code.slice(0, -1)],
  ['a code with more behind it', `${code}0`],
  ['a number alone', 'CZ6S4932KF26'],
  ['nothing', ''],
])('takes %s for no pass', (_, text) => {
  expect(readCode(text)).toBeUndefined();
});

it.each(['CZ6S 4932 KF26', 'cz6s4932kf26', 'CZ6S-4932-KF26', ' CZ6S.4932 KF26 ', 'R-CZ6S-4932-KF26'])(
  'reads the typed number %s',
  (text) => {
    expect(readTyped(text)).toEqual({ kind: 'number', code: 'CZ6S4932KF26', passNo: 'CZ6S4932KF26' });
  },
);

it('forgives O for 0, and I and L for 1', () => {
  expect(readTyped('COIl 4932 KF26')).toMatchObject({ passNo: 'C0114932KF26' });
});

it('takes a whole code where a number is typed', () => {
  expect(readTyped(code)).toEqual({ kind: 'pass', code, passNo: 'CZ6S4932KF26' });
});

it.each([
  ['', 'Type the pass number'],
  ['CZ6S 4932', 'A pass number has 12 letters and digits. This has 8.'],
  ['CZ6S 4932 KF267', 'A pass number has 12 letters and digits. This has 13.'],
  ['CU6S 4932 KF26', 'A pass number has no letter U. Look at it again.'],
  ['ZZ6S 4932 KF26', 'A pass number begins with C. Look at it again.'],
])('says what is wrong with %j', (text, problem) => {
  expect(readTyped(text)).toEqual({ problem });
});

it('reads a pasted number as the server does', () => {
  // The server's rule is tested with the same table.
  const table = JSON.parse(readFileSync('../shared/domain/src/typed.json', 'utf8')) as {
    pass_number: { typed: string; read: string | null }[];
  };
  for (const { typed, read } of table.pass_number) {
    const reading = readTyped(typed);
    expect([typed, 'problem' in reading ? null : reading.passNo]).toEqual([typed, read]);
  }
});
