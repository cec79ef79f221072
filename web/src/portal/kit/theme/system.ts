// Chakra without its own looks: the tokens are custom properties (src/theme/tokens.css has the site's, portal.css what
// the portal adds and the dark ones), and the recipes stand beside the elements that use them (ui/elements.ts).
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';

/** Token names, each of which points at the custom property of that name. */
export const pointed = {
  colors: [
    'ink',
    'ink-soft',
    'paper',
    'surface',
    'line',
    'line-strong',
    'on-dark',
    'on-dark-soft',
    'on-dark-faint',
    'primary',
    'primary-strong',
    'primary-tint',
    'on-primary',
    'night',
    'night-current',
    'marigold',
    'marigold-tint',
    'error',
    'error-tint',
    'on-error',
    'warn',
    'grey-tint',
    'row-hover',
    'backdrop',
  ],
  fontSizes: ['text-xs', 'text-s', 'text-m', 'text-l', 'text-xl', 'text-2xl'],
  spacing: ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7'],
  radii: ['radius-s', 'radius-m'],
  sizes: ['target', 'control'],
} as const;

/** `text-s` is written `s` and `space-4` is written `4`, as the property they are used with says the rest. */
const shorten = (name: string) => name.replace(/^(text|space|radius)-/, '');

const point = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [shorten(name), { value: `var(--${name})` }]));

export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    // base.css has set the stage already, and layers would put these styles below it.
    preflight: false,
    disableLayers: true,
    theme: {
      breakpoints: { sm: '30rem', md: '48rem', lg: '64rem' },
      tokens: {
        colors: point(pointed.colors),
        fonts: { mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' } },
        fontSizes: point(pointed.fontSizes),
        spacing: point(pointed.spacing),
        radii: point(pointed.radii),
        sizes: { ...point(pointed.sizes), full: { value: '100%' } },
        shadows: { card: { value: 'var(--shadow)' } },
      },
    },
  }),
);
