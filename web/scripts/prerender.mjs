// Writes the public pages into dist/ as HTML that is readable before and without JavaScript, with what search
// engines and shared links read, the frames of the payment pages, the page of addresses that do not exist, and the sitemap.
// The page that the bundler made is app.html, for every other address, with words for when its code does not come.
// SITE_ORIGIN is where the site will be served.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundle } from './bundle.mjs';
import { loadedWith } from './loadedWith.mjs';

const origin = process.env.SITE_ORIGIN ?? 'https://scholarship-expo.example';
const dist = new URL('../dist/', import.meta.url);
const server = new URL('../dist-prerender/', import.meta.url);
const { frames, manifests, notFound, pages, render, renderFrame, renderLate, structuredData, titleOfOthers } =
  await import(new URL('prerender.js', server));

const template = readFileSync(new URL('index.html', dist), 'utf8');
const emptyRoot = '<div id="root"></div>';
if (!template.includes(emptyRoot)) throw new Error('index.html has no empty root');

const manifest = JSON.parse(readFileSync(new URL('.vite/index.html.json', dist), 'utf8'));
const early = await bundleEarly(['afterPaint', 'askForPass']);
await bundleWorker();

// What has HTML already is looked at before its code runs, so its looks come first and the code does not compete.
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/;
const [looks] = template.match(stylesheet) ?? [];
if (!looks) throw new Error('index.html has no stylesheet');
const readFirst = template
  .replace(stylesheet, '')
  // What has HTML says itself, in its place, what needs JavaScript.
  .replace(/\s*<noscript[^]*?<\/noscript\s*>/, '')
  .replace(/\s*<script type="module"/, (script) => looks + script)
  .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

// A page that is whole without its code fetches that when it has been painted.
const code = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;
const codeless = readFirst.replaceAll(code, '');

const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** What React would hoist into the head of a whole document stands in front of a part of one. */
const hoisted = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)+/;

/** The object of a path is named after it. CloudFront's function and the local system have the same rule. */
function write(path, page) {
  const file = path === '/' ? 'index.html' : `${path.slice(1).replaceAll('/', '-')}.html`;
  writeFileSync(new URL(file, dist), page);
  console.log(`${(page.length / 1000).toFixed(1).padStart(7)} KB  ${file}`);
}

/**
 * The scripts of src/site/early, by their names, each bundled with everything it needs: they run before, and without,
 * the site's code.
 */
async function bundleEarly(names) {
  const output = await bundle(
    Object.fromEntries(names.map((name) => [name, `../src/site/early/${name}.ts`])),
    'assets/[name]-[hash].js',
  );
  const addresses = {};
  for (const { fileName, name, code, imports } of output) {
    if (imports.length > 0) throw new Error(`${fileName} waits for ${imports.join(', ')}`);
    writeFileSync(new URL(fileName, dist), code);
    addresses[name] = `/${fileName}`;
  }
  return addresses;
}

/** The service worker of the pass. Its name stays, as browsers ask for it again by that. */
async function bundleWorker() {
  const [{ code }, ...others] = await bundle(
    { 'pass-worker': '../src/site/features/pass/passWorker.ts' },
    '[name].js',
  );
  if (others.length > 0) throw new Error('The service worker is more than one file');
  writeFileSync(new URL('pass-worker.js', dist), code);
}

/** The files that a page needs besides its entry: what loads with that, and the module of the page with what loads with it. */
function aheadOf(module) {
  const names = loadedWith(manifest, module ? ['index.html', module] : ['index.html']);
  names.delete('index.html');
  return [...names].map((name) => `/${manifest[name].file}`);
}

/** The script that fetches the site's code, with that of one page, when the page has been painted. */
function scriptFor(module) {
  const { file: entry } = manifest['index.html'];
  return `<script type="module" async fetchpriority="low" src="${early.afterPaint}" data-entry="/${entry}" data-ahead="${aheadOf(module).join(' ')}"></script>`;
}

/** A page with its content, and its title among what stands in its head. */
async function rendered(path) {
  const html = await render(path);
  const head = html.match(hoisted)?.[0] ?? '';
  const title = head.match(/<title>(.*)<\/title>/)?.[1];
  if (!title) throw new Error(`${path} has no title`);
  if (/<script\b/.test(html)) throw new Error(`${path} has an inline script`);
  return { head, title, content: html.slice(head.length) };
}

/** The page of an address, with more for its head. */
const whole = ({ head, content }, module, more = '') =>
  codeless
    .replace('</head>', () => `${head}${more}${scriptFor(module)}</head>`)
    .replace(emptyRoot, () => `<div id="root">${content}</div>`);

for (const { path, module, description } of pages) {
  const parts = await rendered(path);
  const { title } = parts;
  const shared = [
    `<meta name="description" content="${quoted(description)}" />`,
    `<link rel="canonical" href="${origin}${path}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:url" content="${origin}${path}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${quoted(description)}" />`,
    `<meta property="og:image" content="${origin}/og.jpg" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
  ];
  if (path === '/') {
    const data = JSON.stringify(structuredData(origin)).replaceAll('<', '\\u003c');
    shared.push(`<script type="application/ld+json">${data}</script>`);
  }
  write(path, whole(parts, module, shared.join('')));
}
write(notFound.path, whole(await rendered(notFound.path), notFound.module));
// Portal and door say so themselves. Under names of their own, CloudFront knows the status to answer with.
for (const entry of ['portal', 'door']) {
  copyFileSync(new URL(`${entry}.html`, dist), new URL(`${entry}-not-found.html`, dist));
}

for (const { path, title, module, asks } of frames) {
  const html = await renderFrame(path);
  // All of them by name, as the pass page's service worker keeps what its page names.
  const preloads = aheadOf(module).map(
    (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`,
  );
  const page = readFirst
    .replace(/(?=\s*<script type="module")/, () =>
      asks ? `<script type="module" src="${early[asks]}"></script>` : '',
    )
    .replace('</head>', () => `<title>${title}</title>${preloads.join('')}</head>`)
    .replace(emptyRoot, () => `<div id="root" data-frame>${html.replace(hoisted, '')}</div>`);
  write(path, page);
}
const late = await renderLate();
writeFileSync(
  new URL('app.html', dist),
  template
    .replace('</head>', () => `<title>${quoted(titleOfOthers)}</title></head>`)
    .replace(emptyRoot, () => emptyRoot + late),
);
for (const file of readdirSync(dist).filter((name) => name.endsWith('.html'))) {
  const page = readFileSync(new URL(file, dist), 'utf8');
  if (!/<title>[^<]+<\/title>/.test(page)) throw new Error(`${file} has no title before its script has run`);
}

for (const [file, names] of Object.entries(manifests)) {
  const manifest = JSON.parse(readFileSync(new URL(file, dist), 'utf8'));
  writeFileSync(new URL(file, dist), `${JSON.stringify({ ...names, ...manifest }, null, 2)}\n`);
}

const addresses = pages.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`).join('');
writeFileSync(
  new URL('sitemap.xml', dist),
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses}</urlset>\n`,
);
writeFileSync(
  new URL('robots.txt', dist),
  `${readFileSync(new URL('robots.txt', dist), 'utf8')}\nSitemap: ${origin}/sitemap.xml\n`,
);
rmSync(server, { recursive: true });
