// The drawings that are served as pictures, made from their SVG files in the site's type: the samples of the local system,
// and the preview of shared links.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, type Page } from '@playwright/test';

const web = new URL('../../', import.meta.url);
const samples = new URL('../infra/local/src/seed/pictures/', web);
const figtree = new URL(
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  web,
);

async function draw(page: Page, svg: URL, picture: URL) {
  const font = readFileSync(figtree).toString('base64');
  await page.setContent(
    `<style>
      @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0 }
      svg { display: block }
    </style>${readFileSync(svg, 'utf8')}`,
  );
  await page.evaluate(() =>
    Promise.all(['400 1em Figtree', '700 1em Figtree'].map((face) => document.fonts.load(face))),
  );
  const path = fileURLToPath(picture);
  await page.locator('svg').screenshot(path.endsWith('.jpg') ? { path, quality: 85 } : { path });
}

test('the drawings', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  for (const file of readdirSync(samples).filter((name) => name.endsWith('.svg'))) {
    await draw(page, new URL(file, samples), new URL(file.replace(/svg$/, 'png'), samples));
  }
  await draw(page, new URL('preview.svg', web), new URL('public/og.jpg', web));
});
