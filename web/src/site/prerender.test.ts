import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { frames, pages } from './prerender';

const entries = ['/app.html', '/portal.html', '/door.html'];

it('makes each page that CloudFront serves from a file of its own, and no other', () => {
  const table = JSON.parse(readFileSync('../infra/cloudfront/paths.json', 'utf8')) as { object: string }[];
  const served = table
    .map(({ object }) => object)
    .filter((object) => object.endsWith('.html') && !entries.includes(object));
  const made = [...pages, ...frames].map(({ path }) =>
    path === '/' ? '/index.html' : `/${path.slice(1).replaceAll('/', '-')}.html`,
  );
  expect([...new Set(served)].sort()).toEqual(made.sort());
});
