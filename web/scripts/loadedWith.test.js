import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedWith, scriptsIn } from './loadedWith.mjs';

const manifest = {
  'index.html': { imports: ['_main'] },
  _main: {},
  'PassPage.tsx': { imports: ['_main', '_QrCode'], dynamicImports: ['savePass.ts'] },
  _QrCode: { imports: ['_main', '_eventMoment'] },
  _eventMoment: { imports: ['_QrCode'] },
  'savePass.ts': {},
};

test('finds what is imported by what a page imports, once, and nothing that is fetched later', () => {
  assert.deepEqual(
    [...loadedWith(manifest, ['PassPage.tsx'])],
    ['PassPage.tsx', '_main', '_QrCode', '_eventMoment'],
  );
});

test('names what the build lacks', () => {
  assert.throws(() => loadedWith(manifest, ['CheckoutPage.tsx']), /no CheckoutPage\.tsx/);
});

test('finds each script that a page names, and none that it has in itself', () => {
  const page =
    '<script type="application/ld+json">{}</script><script src="/a.js"></script>' +
    '<script type="module" async src="/assets/afterPaint-1.js" data-entry="/assets/index-1.js"></script>';
  assert.deepEqual(scriptsIn(page), ['a.js', 'assets/afterPaint-1.js']);
});
