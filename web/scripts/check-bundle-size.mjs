// Fails when the landing page, the portal's first screen or the door makes a browser download more JavaScript than the
// budget allows, or when something that only other pages need gets into what the landing page loads.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadedWith, scriptsIn } from './loadedWith.mjs';

const dist = new URL('../dist/', import.meta.url);

const screens = [
  {
    name: 'landing page',
    budgetKb: 95,
    // The landing page is part of the entry: everything reachable through static imports loads with it, and this after the
    // first paint.
    page: 'index.html',
    lazy: ['src/site/features/landing/FirstExams.tsx'],
    forbidden: [
      { mark: 'pixelRatio', what: 'html-to-image' },
      { mark: '--chakra', what: 'Chakra' },
      { mark: 'data-emotion', what: 'Emotion' },
      { mark: 'Admin Portal', what: 'the portal' },
    ],
  },
  {
    name: 'portal, first screen',
    budgetKb: 150,
    page: 'portal.html',
    lazy: ['src/portal/features/dashboard/DashboardPage.tsx'],
    forbidden: [
      { mark: 'pixelRatio', what: 'html-to-image' },
      { mark: 'cashfree', what: 'the payment provider' },
    ],
  },
  {
    name: 'door, with its scanner but for the WebAssembly',
    budgetKb: 120,
    page: 'door.html',
    lazy: ['src/door/features/scan/detector.ts'],
    forbidden: [
      { mark: '--chakra', what: 'Chakra' },
      { mark: 'data-emotion', what: 'Emotion' },
      { mark: 'cashfree', what: 'the payment provider' },
      { mark: 'useLinkClickHandler', what: 'the router' },
    ],
  },
];

let isTooLarge = false;
for (const { name, budgetKb, page, lazy, forbidden } of screens) {
  let bytes = 0;
  for (const file of filesOf(page, lazy)) {
    const source = readFileSync(new URL(file, dist));
    for (const { mark, what } of forbidden) {
      if (source.includes(mark)) throw new Error(`${what} is in ${file}, which the ${name} loads`);
    }
    const size = gzipSync(source, { level: 9 }).length;
    bytes += size;
    console.log(`${kilobytes(size)}  ${file}`);
  }
  console.log(`${kilobytes(bytes)}  ${name}, budget ${budgetKb} KB`);
  isTooLarge ||= bytes > budgetKb * 1000;
}
if (isTooLarge) process.exit(1);

/** Everything that loads with a page and with what it fetches at once: the scripts that it names, and static imports. */
function filesOf(page, lazy) {
  const manifest = JSON.parse(readFileSync(new URL(`.vite/${page}.json`, dist), 'utf8'));
  const named = scriptsIn(readFileSync(new URL(page, dist), 'utf8'));
  return new Set([
    ...named,
    ...[...loadedWith(manifest, [page, ...lazy])].map((name) => manifest[name].file),
  ]);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} KB`;
}
