// `:has()` is younger than the oldest browsers that the site is built for (`target` in vite.config.ts): Chrome has it from 105 on,
// Firefox from 121 on.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = (kind: RegExp) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path) && !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8').replace(/\/\*[^]*?\*\//g, '') }));

/** What nobody misses who does not see it. */
const adorning = /^(background|border-color|box-shadow|outline|outline-offset|overflow)$/;

/** Of packages that are not chosen: without it each is described. */
const allowed = ['.card:not(:has(input:checked)) .description'];

it('only adorns', () => {
  const rules = sources(/\.css$/).flatMap(({ path, text }) =>
    [...text.matchAll(/([^{};]*:has\([^{};]*)\{([^{}]*)\}/g)].map(([, selector = '', declared = '']) => ({
      rule: `${path}: ${selector.trim()}`,
      isAllowed: allowed.includes(selector.trim()),
      properties: [...declared.matchAll(/([\w-]+)\s*:/g)].map(([, property = '']) => property),
    })),
  );
  expect(rules.length).toBeGreaterThan(4);
  expect(
    rules
      .filter(({ isAllowed, properties }) => !isAllowed && !properties.every((one) => adorning.test(one)))
      .map(({ rule }) => rule),
  ).toEqual([]);
});

it('is in no looks that a script writes', () => {
  const written = sources(/\.tsx?$/).filter(({ text }) => text.includes(':has('));
  expect(written.map(({ path }) => path)).toEqual([]);
});
