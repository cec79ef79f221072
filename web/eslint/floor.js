// What the oldest browsers that the site is built for (`target` in vite.config.ts) do not have, and the bundler does not
// rewrite. What the language itself has gained since is not in `lib` of tsconfig.json, so the type check refuses it.

const lookBehind =
  'Safari before 16.4 cannot look behind: the file with this expression does not run there at all.';
const missing = 'The oldest browsers that the site is built for do not have it.';

/** A regular expression, also one that is in a string, `(?<=…)` or `(?<!…)`. */
const looksBehind = '/\\(\\?<[=!]/';

export const floor = {
  'no-restricted-syntax': [
    'error',
    ...[
      `Literal[regex.pattern=${looksBehind}]`,
      `Literal[value=${looksBehind}]`,
      `TemplateElement[value.raw=${looksBehind}]`,
    ].map((selector) => ({ selector, message: lookBehind })),
  ],
  'no-restricted-globals': [
    'error',
    ...['structuredClone', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler'].map((name) => ({
      name,
      message: missing,
    })),
  ],
  'no-restricted-properties': [
    'error',
    ...[
      ['AbortSignal', 'any'],
      ['AbortSignal', 'timeout'],
      ['Intl', 'Segmenter'],
      ['Intl', 'DurationFormat'],
      ['Response', 'json'],
      ['URL', 'canParse'],
      ['URL', 'parse'],
      ['document', 'startViewTransition'],
      ['window', 'requestIdleCallback'],
      ['window', 'structuredClone'],
    ].map(([object, property]) => ({ object, property, message: missing })),
    ...[
      'checkVisibility',
      'hidePopover',
      'requestSubmit',
      'showPopover',
      'throwIfAborted',
      'togglePopover',
    ].map((property) => ({ property, message: missing })),
  ],
};
