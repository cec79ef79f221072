// Writes the door's service worker into dist/, with the list of the files that the door consists of: it fetches all of
// them before it takes over, so that a release is on the device whole or not at all.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { bundle } from './bundle.mjs';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/door.html.json', dist), 'utf8'));

const files = new Set();
for (const { file, css = [], assets = [] } of Object.values(manifest)) {
  for (const one of [file, ...css, ...assets]) files.add(one);
}

const page = readFileSync(new URL('door.html', dist));
const doorFiles = [
  // A file of code is another one when it changes; the page is not.
  { url: '/door', revision: createHash('sha256').update(page).digest('hex').slice(0, 16) },
  ...[...files].sort().map((file) => ({ url: `/${file}`, revision: null })),
];
const [{ code }, ...others] = await bundle({ 'door-worker': '../src/door/worker.ts' }, '[name].js', {
  doorFiles: JSON.stringify(doorFiles),
});
if (others.length > 0) throw new Error('The service worker is more than one file');
writeFileSync(new URL('door-worker.js', dist), code);
