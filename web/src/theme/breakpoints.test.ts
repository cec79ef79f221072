// Where the looks of a page change.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('goes by the size of text everywhere, so that script, picture and stylesheet change at one width', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.(css|tsx?)$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(500);
  const inPixels = sources.filter((path) =>
    /(min|max)-(width|height): *[\d.]+px/.test(readFileSync(`src/${path}`, 'utf8')),
  );
  expect(inPixels).toEqual([]);
});
