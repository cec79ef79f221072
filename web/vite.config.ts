// How the site is built, served while developing, and unit-tested.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Connect, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { paths } from './src/lib/paths.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), shakeableRouter(), portalEntry()],
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
      ...(!isSsrBuild && { input: ['index.html', 'portal.html'] }),
      treeshake: { propertyReadSideEffects: false },
      output: isSsrBuild
        ? {}
        : {
            // What an entry needs at once is one file, beside what both need: fewer files compress better.
            codeSplitting: {
              groups: ['shared', 'site', 'pages', 'portal'].map((debugName, place) => ({
                debugName,
                // A group takes along what its modules import, so what both entries need is taken first.
                priority: 4 - place,
                name: (id, context) =>
                  groupOf(id, (module) => context.getModuleInfo(module)) === debugName ? debugName : null,
              })),
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

interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

type GetModuleInfo = (id: string) => ModuleImports | null;

class Entry {
  readonly path: string;
  /** What it imports, directly or through others: at once, and on demand as well. */
  readonly atOnce = new Set<string>();
  readonly ever = new Set<string>();

  constructor(path: string) {
    this.path = here(path);
  }

  follow(getModuleInfo: GetModuleInfo): void {
    const visit = (module: string, seen: Set<string>, isOnDemand: boolean) => {
      if (seen.has(module)) return;
      seen.add(module);
      const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(module) ?? {};
      for (const imported of importedIds) visit(imported, seen, isOnDemand);
      if (isOnDemand) for (const imported of dynamicallyImportedIds) visit(imported, seen, true);
    };
    visit(this.path, this.atOnce, false);
    visit(this.path, this.ever, true);
  }
}

const site = new Entry('./src/site/main.tsx');
const portal = new Entry('./src/portal/main.tsx');

/**
 * The file of what an entry imports at once: its own; `shared` for what the landing page has, which is smallest, and the
 * portal needs, too; `pages` for what the portal has and other pages of the site need.
 */
function groupOf(id: string, getModuleInfo: GetModuleInfo): string | null {
  site.follow(getModuleInfo);
  portal.follow(getModuleInfo);
  if (id === site.path || id === portal.path) return null;
  if (site.atOnce.has(id)) return portal.ever.has(id) ? 'shared' : 'site';
  if (portal.atOnce.has(id)) return site.ever.has(id) ? 'pages' : 'portal';
  return null;
}

/** Answers the portal's addresses with its page while developing, as CloudFront does. */
function portalEntry(): Plugin {
  const answer: Connect.NextHandleFunction = (request, _, next) => {
    const [path = ''] = (request.url ?? '').split('?');
    const isPortal = [paths.login, paths.dashboard].some((start) => `${path}/`.startsWith(`${start}/`));
    if (isPortal) request.url = '/portal.html';
    next();
  };
  return {
    name: 'portal-entry',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answer),
  };
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
