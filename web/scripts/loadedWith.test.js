import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedWith } from './loadedWith.mjs';

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
