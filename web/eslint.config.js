// Lint rules; the dependency directions of ARCHITECTURE.md are enforced here.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { floor } from './eslint/floor.js';
import { noBareText } from './eslint/noBareText.js';
import { noImportCircle } from './eslint/noImportCircle.js';

/**
 * What decides beside a file and this configuration whether the file is in order: its cached result is for these. A file
 * that closes an import circle has changed, so the rule that looks at other files looks from there. A type that comes to
 * allow texts is noticed in the files that use it when they change, and where nothing is cached, as in `.ci/run`.
 */
const version = ['./eslint/noBareText.js', './eslint/noImportCircle.js', './package-lock.json']
  .reduce((hash, path) => hash.update(readFileSync(new URL(path, import.meta.url))), createHash('sha256'))
  .digest('hex');

/** What the site, the portal and the door are made of. None of it knows any of them. */
const shared = ['components', 'lib', 'content', 'theme'];

/** The parts that the portal's features share. Each may import those before it. */
const portalKit = [
  'api',
  'navigation',
  'session',
  'theme',
  'ui',
  'resources',
  'forms',
  'ordering',
  'checkIn',
  'image',
  'receipt',
  'account',
];

/** The parts that the door's features share. Each may import those before it. */
const doorKit = ['pass', 'storage', 'roster', 'verdict', 'device', 'checkIn', 'ui'];

/** Components that are one element for as long as they are there, so that a text may stand beside them. */
const steady = ['ButtonLink', 'CatalogueFact', 'Link', 'LinkBeside', 'Spinner'];
const steadyModules = ['lucide-react', '@chakra-ui/react', '@/portal/kit/ui/elements'];

/** Who may import what: `testing` is what test files may import beside it. */
function directions({ testing = [], siteTesting = [], portalTesting = [], doorTesting = [] } = {}) {
  const inSite = [...shared, ...testing, ...siteTesting];
  const inPortal = [...shared, ...testing, ...portalTesting];
  const inDoor = [...shared, ...testing, ...doorTesting];
  return [
    'error',
    {
      default: 'disallow',
      rules: [
        { from: 'content', allow: ['content', ...testing] },
        { from: 'lib', allow: ['lib', 'content', ...testing] },
        { from: 'theme', allow: ['theme'] },
        { from: 'components', allow: [...shared, ...testing] },
        { from: 'testing', allow: ['testing', 'lib'] },

        { from: 'site-feature', allow: [['site-feature', { name: '${from.name}' }], ...inSite] },
        { from: 'site-early', allow: ['site-early', 'lib', ...testing, ...siteTesting] },
        { from: 'site-app', allow: ['site-app', 'site-feature', ...inSite] },
        { from: 'site-entry', allow: ['site-entry', 'site-app', ...shared] },
        { from: 'site-testing', allow: ['site-testing', 'site-app', 'testing', ...shared] },

        ...portalKit.map((part, place) => ({
          from: [['portal-kit', { part }]],
          allow: [
            ...portalKit.slice(0, place + 1).map((earlier) => ['portal-kit', { part: earlier }]),
            ...inPortal,
          ],
        })),
        {
          from: 'portal-feature',
          allow: [['portal-feature', { name: '${from.name}' }], 'portal-kit', ...inPortal],
        },
        { from: 'portal-app', allow: ['portal-app', 'portal-feature', 'portal-kit', ...inPortal] },
        { from: 'portal-entry', allow: ['portal-app', ['portal-kit', { part: 'theme' }], ...shared] },
        {
          from: 'portal-testing',
          allow: ['portal-testing', 'portal-app', 'portal-kit', 'testing', ...shared],
        },

        ...doorKit.map((part, place) => ({
          from: [['door-kit', { part }]],
          allow: [
            ...doorKit.slice(0, place + 1).map((earlier) => ['door-kit', { part: earlier }]),
            ...inDoor,
          ],
        })),
        {
          from: 'door-feature',
          allow: [['door-feature', { name: '${from.name}' }], 'door-kit', ...inDoor],
        },
        { from: 'door-app', allow: ['door-app', 'door-feature', 'door-kit', ...inDoor] },
        { from: 'door-entry', allow: ['door-app', 'door-kit', ...shared] },
        { from: 'door-testing', allow: ['door-testing', 'door-app', 'door-kit', 'testing', ...shared] },
      ],
    },
  ];
}

export default tseslint.config(
  {
    ignores: [
      'dist',
      'test-results',
      'playwright-report',
      'src/lib/api/schema.d.ts',
      'scripts/event-file.d.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.strict.rules,
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: {
      boundaries,
      web: {
        meta: { name: 'web', version },
        rules: { 'no-import-circle': noImportCircle, 'no-bare-text': noBareText },
      },
    },
    settings: {
      'import/resolver': { typescript: true },
      'boundaries/include': ['src/**/*'],
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
      'boundaries/elements': [
        { type: 'site-entry', pattern: ['src/site/main.tsx', 'src/site/prerender*'], mode: 'full' },
        { type: 'site-app', pattern: 'src/site/app' },
        { type: 'site-early', pattern: 'src/site/early' },
        { type: 'site-feature', pattern: 'src/site/features/*', capture: ['name'] },
        { type: 'site-testing', pattern: 'src/site/testing' },
        { type: 'portal-entry', pattern: 'src/portal/main.tsx', mode: 'full' },
        { type: 'portal-app', pattern: 'src/portal/app' },
        { type: 'portal-feature', pattern: 'src/portal/features/*', capture: ['name'] },
        { type: 'portal-kit', pattern: 'src/portal/kit/*', capture: ['part'] },
        { type: 'portal-testing', pattern: 'src/portal/testing' },
        { type: 'door-entry', pattern: ['src/door/main.tsx', 'src/door/worker.ts'], mode: 'full' },
        { type: 'door-app', pattern: 'src/door/app' },
        { type: 'door-feature', pattern: 'src/door/features/*', capture: ['name'] },
        { type: 'door-kit', pattern: 'src/door/kit/*', capture: ['part'] },
        { type: 'door-testing', pattern: 'src/door/testing' },
        { type: 'components', pattern: 'src/components' },
        { type: 'lib', pattern: 'src/lib' },
        { type: 'content', pattern: 'src/content' },
        { type: 'theme', pattern: 'src/theme' },
        { type: 'testing', pattern: 'src/testing' },
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/element-types': directions(),
      'web/no-import-circle': 'error',
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'boundaries/element-types': directions({
        testing: ['testing'],
        siteTesting: ['site-testing'],
        portalTesting: ['portal-testing'],
        doorTesting: ['door-testing'],
      }),
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/**/testing/**', 'src/testing/**'],
    rules: floor,
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/**/*.test.tsx', 'src/**/testing/**'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'web/no-bare-text': ['error', { steady, steadyModules }],
    },
  },
  {
    files: ['scripts/**', 'eslint/**', '*.js', '*.ts', 'e2e/**'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
