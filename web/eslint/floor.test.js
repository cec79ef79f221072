import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { ESLint } from 'eslint';

const eslint = new ESLint();

/** The rules that refuse this code in place of a file's. */
async function refusals(code, file = 'src/lib/personName.ts') {
  const [{ messages }] = await eslint.lintText(code, { filePath: file });
  return messages.map(({ ruleId }) => ruleId);
}

for (const [code, rule] of [
  ['export const stray = /(?<!a)b/u;', 'no-restricted-syntax'],
  ['export const stray = /a(?:b|(?<=c)d)/;', 'no-restricted-syntax'],
  ["export const stray = new RegExp('(?<!a)b');", 'no-restricted-syntax'],
  ['export const stray = new RegExp(`(?<=${location.hash})b`);', 'no-restricted-syntax'],
  ['export const copy = structuredClone({});', 'no-restricted-globals'],
  ['requestIdleCallback(() => undefined);', 'no-restricted-globals'],
  ['export const signal = AbortSignal.timeout(1_000);', 'no-restricted-properties'],
  ["export const words = new Intl.Segmenter('en');", 'no-restricted-properties'],
  ['export const stop = (signal: AbortSignal) => signal.throwIfAborted();', 'no-restricted-properties'],
  ['export const send = (form: HTMLFormElement) => form.requestSubmit();', 'no-restricted-properties'],
]) {
  it(`refuses what the oldest browsers do not have: ${code}`, async () => {
    deepEqual(await refusals(code), [rule]);
  });
}

it('lets a named group and looking ahead be', async () => {
  deepEqual(await refusals('export const date = /(?<year>\\d{4})(?!-)/u;'), []);
});

it('lets tests, which no visitor runs, have all that Node has', async () => {
  deepEqual(await refusals('export const copy = structuredClone({});', 'src/lib/personName.test.ts'), []);
});
