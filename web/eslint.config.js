// Lint rules; the dependency directions of ARCHITECTURE.md are enforced here.
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'test-results', 'playwright-report', 'src/lib/api/schema.d.ts'] },
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
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: true },
      'boundaries/include': ['src/**/*'],
      'boundaries/elements': [
        { type: 'app', pattern: 'src/app' },
        { type: 'main', pattern: ['src/main.tsx', 'src/prerender.tsx'], mode: 'full' },
        { type: 'early', pattern: 'src/early' },
        { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
        { type: 'components', pattern: 'src/components' },
        { type: 'lib', pattern: 'src/lib' },
        { type: 'content', pattern: 'src/content' },
        { type: 'theme', pattern: 'src/theme' },
        { type: 'testing', pattern: 'src/testing' },
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/element-types': [
        'error',
        {
          default: 'disallow',
          rules: [
            { from: 'main', allow: ['app', 'lib', 'content', 'theme'] },
            { from: 'early', allow: ['lib'] },
            { from: 'app', allow: ['app', 'feature', 'components', 'lib', 'content', 'theme'] },
            {
              from: 'feature',
              allow: [['feature', { name: '${from.name}' }], 'components', 'lib', 'content', 'theme'],
            },
            { from: 'components', allow: ['components', 'lib', 'content', 'theme'] },
            { from: 'lib', allow: ['lib', 'content'] },
            { from: 'content', allow: ['content'] },
            { from: 'testing', allow: ['testing', 'app', 'lib'] },
          ],
        },
      ],
    },
  },
  {
    // Tests may use the test harness.
    files: ['src/**/*.test.{ts,tsx}'],
    rules: { 'boundaries/element-types': 'off' },
  },
  {
    files: ['scripts/**', '*.js', '*.ts', 'e2e/**'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
