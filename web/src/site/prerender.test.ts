import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { frames, notFound, pages } from './prerender';

const entries = ['/app.html', '/portal.html', '/portal-not-found.html', '/door.html', '/door-not-found.html'];

it('makes each page that CloudFront serves from a file of its own, and no other', () => {
  const table = JSON.parse(readFileSync('../infra/cloudfront/paths.json', 'utf8')) as { object: string }[];
  const served = table
    .map(({ object }) => object)
    .filter((object) => object.endsWith('.html') && !entries.includes(object));
  const made = [...pages, ...frames, notFound].map(({ path }) =>
    path === '/' ? '/index.html' : `/${path.slice(1).replaceAll('/', '-')}.html`,
  );
  expect([...new Set(served)].sort()).toEqual(made.sort());
});
