import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { changes } from './changes';

const rows = changes
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.|\btesting\/|\.d\.ts$/.test(path),
);
const textOf = (source: string) => readFileSync(`src/${source}`, 'utf8');

/** `call('put', '/api/…', …)`, under whatever name the call goes: with its method, and the path as it is written. */
const change = /\(\s*'(post|put|patch|delete)',\s*((?:[^,()]|\([^()]*\))+?)\s*,/g;

it('names each call that changes something, and no other', () => {
  const made = sources.flatMap((source) =>
    [...textOf(source).matchAll(change)].map(
      ([, method, path]) => `${source} | ${method ?? ''} ${path ?? ''}`,
    ),
  );
  const named = rows.map(([source, call]) => `${source ?? ''} | ${call ?? ''}`);
  expect([...named].sort()).toEqual([...new Set(made)].sort());
});

it('can see each: a method that is not written out is passed on where calls are defined alone', () => {
  const passedOn = sources.filter((source) =>
    /(?<![.\w])(call|callForBody|callForAnswer)\((?!\s*')/.test(textOf(source)),
  );
  expect(passedOn.sort()).toEqual(['lib/api/client.ts', 'portal/kit/api/data.ts']);
});

it.each(rows)('of %s, “%s” by %s, %s when pressed again, is tested by %s', (...row) => {
  const [source = '', , pressed, again = '', test = ''] = row;
  expect(row).toHaveLength(5);
  expect(pressed).toBeTruthy();
  expect(['safe', 'said', 'shown', 'look']).toContain(again);
  const [file = '', title = ''] = test.split(/: (.*)/);
  if (file === 'none') {
    expect(title).toBeTruthy();
    return;
  }
  const found = [join('src', dirname(source), file), join('src', file), file].find((path) =>
    existsSync(path),
  );
  expect(found && readFileSync(found, 'utf8')).toContain(title);
});
