// Fails when the landing page makes a phone download more JavaScript than the budget allows, or when the
// image library of the pass gets into what loads without a click.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const budgetKb = 95;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

// The landing page is part of the entry: everything reachable through static imports loads with it.
const files = new Set();
const visit = (key) => {
  const chunk = manifest[key];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) visit(imported);
};
visit('index.html');

let bytes = 0;
for (const file of files) {
  const source = readFileSync(new URL(file, dist));
  if (source.includes('pixelRatio')) {
    throw new Error(`html-to-image is in ${file}, which the landing page loads`);
  }
  const size = gzipSync(source, { level: 9 }).length;
  bytes += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} KB  ${file}`);
}

console.log(`${(bytes / 1000).toFixed(1).padStart(7)} KB  landing page, budget ${budgetKb} KB`);
if (bytes > budgetKb * 1000) process.exit(1);
