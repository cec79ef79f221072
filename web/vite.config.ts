// How the site is built, served while developing, and unit-tested.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { BuildEnvironmentOptions, Connect, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { eventFacts } from './scripts/event.ts';
import { paths } from './src/lib/paths.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.API_URL ?? 'http://localhost:8080';

/** The test that renders as a server does. */
const prerenders = 'src/site/prerender.test.ts';

export default defineConfig(({ command }) => ({
  plugins: [react(), namedReact(), shakeableRouter(), plainImports(), entries(), eventFacts()],
  resolve: {
    alias: [
      { find: '@', replacement: here('./src') },
      // swr brings a copy for older versions of React of what React has itself.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // The package ships a production build, but its exports name only the one with the warnings.
      { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  // The names are in the code, too: without the numbers of lines they take less of the first download.
  css: { modules: { generateScopedName: (name, file) => `_${name}_${hashOf(file)}` } },
  build: {
    // Phones of the last five years; the checkout must not fail on an old WebView. Dialogs came with
    // Safari 15.4, which each iPhone of iOS 15 can have, and Firefox 98. What these lack and the bundler cannot rewrite is refused
    // by eslint/floor.js, and of the language by the `lib` in tsconfig.json.
    target: ['chrome96', 'safari15.4', 'firefox98'],
    // A data: address in a stylesheet would be one more thing for the content security policy to allow.
    assetsInlineLimit: 0,
    // One stylesheet of a few kilobytes: a page that is fetched later needs no second request for its looks.
    cssCodeSplit: false,
    // What a fetched page imports is in the first file, or small: naming it to the browser ahead costs every visitor
    // more bytes than it saves those who go on.
    modulePreload: false,
    rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
  },
  ...(command === 'build' && {
    // Each page is a build of its own: in one, what both need would be more files and more bytes for the landing page.
    environments: {
      client: { build: buildOf('index.html', './src/site/main.tsx') },
      portal: {
        consumer: 'client',
        build: {
          ...buildOf('portal.html', './src/portal/main.tsx'),
          emptyOutDir: false,
          copyPublicDir: false,
        },
      },
      door: {
        consumer: 'client',
        build: { ...buildOf('door.html', './src/door/main.tsx'), emptyOutDir: false, copyPublicDir: false },
      },
      ssr: { build: { ssr: './src/site/prerender.tsx', outDir: 'dist-prerender' } },
    },
    builder: {},
  }),
  server: { proxy: { '/api': api, '/media': api } },
  preview: { proxy: { '/api': api, '/media': api } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    // Loading React, the style library and jsdom again for each file would take nearly half of the time.
    isolate: false,
    setupFiles: ['src/testing/fresh.ts', 'src/testing/setup.ts'],
    sequence: { setupFiles: 'list' },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    env: { VITE_SAMPLES: 'shown' },
    // Whole screens on a machine that is busy with other things; what hangs still fails.
    testTimeout: 240_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: [prerenders] },
      },
      // A context remembers which of React's renderers had it last, and React complains of another one in each later test.
      { extends: true, test: { name: 'prerendering', include: [prerenders], isolate: true } },
    ],
  },
}));

/** The same for a file wherever the project is. */
const hashOf = (file: string): string =>
  createHash('sha256')
    .update(relative(here('.'), file))
    .digest('base64url')
    .slice(0, 4);

/** A page, the script that it loads, and in one file what that imports at once. */
function buildOf(page: string, script: string): BuildEnvironmentOptions {
  const entry = here(script);
  const atOnce = new Set([entry]);
  return {
    manifest: `.vite/${page}.json`,
    rolldownOptions: {
      input: page,
      output: {
        // It compresses better, and nothing waits for a second file.
        codeSplitting: {
          groups: [
            {
              debugName: page,
              name: (id, context) => {
                if (atOnce.size === 1) {
                  // What is added is walked, too.
                  for (const module of atOnce) {
                    context.getModuleInfo(module)?.importedIds.forEach((imported) => atOnce.add(imported));
                  }
                }
                return id !== entry && atOnce.has(id) ? 'main' : null;
              },
            },
          ],
        },
      },
    },
  };
}

/** Answers the addresses of portal and door with their pages while developing, as CloudFront does. */
function entries(): Plugin {
  const pages = [
    { page: '/portal.html', starts: [paths.login, paths.dashboard] },
    { page: '/door.html', starts: [paths.door] },
  ];
  const answer: Connect.NextHandleFunction = (request, _, next) => {
    const [path = ''] = (request.url ?? '').split('?');
    const entry = pages.find(({ starts }) => starts.some((start) => `${path}/`.startsWith(`${start}/`)));
    if (entry) request.url = entry.page;
    next();
  };
  return {
    name: 'entries',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answer),
  };
}

/**
 * Lets the bundler drop the components of the router that the site does not use. Nothing else does: it sees a
 * call and the writing of a name, and cannot know that neither has an effect. Nor can it know that no page uses the router's
 * data mode, whose errors it would show. About 7 KB of the first download. What is not recognised stays, and works.
 */
function shakeableRouter(): Plugin {
  return {
    name: 'shakeable-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return null;
      return code
        .replace(
          /= (React\d*\.(?:forwardRef|createContext|memo)\(|new Set\(|Object\.getOwnPropertyNames\()/g,
          '= /* @__PURE__ */ $1',
        )
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;')
        .replace('RenderErrorBoundary.contextType = RSCRouterContext;', '');
    },
  };
}

/**
 * Takes away what Vite puts around each import of a page: without preloads (`modulePreload`, `cssCodeSplit`) it has nothing to do.
 * It would be 0.9 KB of the first download. What is not recognised still works, by a function that only calls.
 */
function plainImports(): Plugin {
  const plain =
    /__vitePreload\(\(\) => (import\("[^"]+"\)(?:\.then\(\((\w+)\) => \2\.\w+\))?), __VITE_PRELOAD__\)/g;
  // Of an import whose names are known, it hands on these alone.
  const ofNames =
    /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\("[^"]+"\));\s*return \{[^}]*\};\s*\}, __VITE_PRELOAD__\)/g;
  return {
    name: 'plain-imports',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    renderChunk: (code) => code.replace(plain, '$1').replace(ofNames, '$1'),
  };
}

/**
 * Gives React's packages, which are CommonJS, named exports. Without them each file of the build reads React through the
 * bundler's interoperation helpers, from a file of their own, and each call through a namespace. About 2 KB of the first
 * download.
 */
function namedReact(): Plugin {
  const prefix = '\0named:';
  const packages = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
  const require = createRequire(import.meta.url);
  return {
    name: 'named-react',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'ssr',
    resolveId(source, importer = '') {
      // React's own files require one another.
      const isAsked = packages.includes(source) && !importer.startsWith(prefix);
      return isAsked && !/node_modules\/(react|react-dom|scheduler)\//.test(importer)
        ? prefix + source
        : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const source = id.slice(prefix.length);
      const names = Object.keys(require(source) as object).filter((name) => !name.startsWith('__'));
      // An import of its default would come through a helper.
      return `const whole = require('${source}');
export default whole;
${names.map((name) => `export const ${name} = whole.${name};`).join('\n')}`;
    },
  };
}
