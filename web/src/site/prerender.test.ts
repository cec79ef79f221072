import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { frames, notFound, pages, render, renderFrame, renderLate, titleOfOthers } from './prerender';

// As the build makes them.
beforeEach(() => {
  vi.stubEnv('SSR', true);
});

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

it('has a title for each of them, and for those that are made in the browser', async () => {
  for (const { path } of [...pages, notFound]) expect(await render(path)).toMatch(/<title>[^<]+<\/title>/);
  for (const title of [...frames.map((frame) => frame.title), titleOfOthers]) expect(title).toMatch(/\w/);
});

const late = 'This takes long. <a href="">Load the page again.</a>';
const paid = 'If you have paid, your pass comes by email: do not pay again.';

it.each([
  // The form and the timetable.
  ['/', 2],
  ['/find-pass', 1],
  ['/contact-us', 1],
  ['/about-us', 0],
])('says in %s, beside what waits for the code, what to do when that does not come', async (path, count) => {
  const html = await render(path);
  expect(html.split(late)).toHaveLength(count + 1);
  expect(html).not.toContain(paid);
});

it('says so in the pages that belong to one person, and that nobody is to pay again', async () => {
  for (const html of [
    ...(await Promise.all(frames.map(({ path }) => renderFrame(path)))),
    await renderLate(),
  ]) {
    expect(html).toContain(late);
    expect(html).toContain(paid);
  }
});
