// How the site is built, served while developing, and unit-tested.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), shakeableRouter()],
  resolve: {
    alias: [
      { find: '@', replacement: here('./src') },
      // swr brings a copy for older versions of React of what React has itself.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // The package ships a production build, but its exports name only the one with the warnings.
      { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  build: {
    // Phones of the last five years; the checkout must not fail on an old WebView.
    target: ['chrome87', 'safari15', 'firefox90'],
    // A data: address in a stylesheet would be one more thing for the content security policy to allow.
    assetsInlineLimit: 0,
    // One stylesheet of a few kilobytes: a page that is fetched later needs no second request for its looks.
    cssCodeSplit: false,
    // The polyfill is for browsers older than the target.
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: isSsrBuild
        ? {}
        : {
            // What the landing page needs is one file: it compresses better, and nothing waits for a second one.
            codeSplitting: {
              groups: [
                {
                  name: (id, context) =>
                    isInEntry(id, (module) => context.getModuleInfo(module)) ? 'main' : null,
                },
              ],
            },
          },
    },
  },
  server: { proxy: { '/api': api, '/media': api } },
  preview: { proxy: { '/api': api, '/media': api } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 20_000,
    // Whole screens on a machine that is busy with other things; what hangs still fails.
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));

type GetModuleInfo = (id: string) => { importedIds: readonly string[] } | null;

const entryModules = new Set<string>();

/** Whether the entry imports this module, directly or through others, other than on demand. */
function isInEntry(id: string, getModuleInfo: GetModuleInfo): boolean {
  const visit = (module: string) => {
    if (entryModules.has(module)) return;
    entryModules.add(module);
    getModuleInfo(module)?.importedIds.forEach(visit);
  };
  const entry = here('./src/main.tsx');
  if (entryModules.size === 0) visit(entry);
  return id !== entry && entryModules.has(id);
}

/**
 * Lets the bundler drop the components of the router that the site does not use. Nothing else does: it sees a
 * call and the writing of a name, and cannot know that neither has an effect. About 5 KB of the first download.
 */
function shakeableRouter(): Plugin {
  return {
    name: 'shakeable-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return null;
      return code
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, '');
    },
  };
}
