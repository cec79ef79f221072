// The portal's elements: what is pressed, typed into, framed and marked. Each recipe is here and nowhere else.
import { chakra, defineRecipe } from '@chakra-ui/react';
import { Link } from '@/components/Link';

/** For what is marked by its ground, which forced colours take away. What has the focus keeps the frame of that. */
export const framed = {
  '@media (forced-colors: active)': {
    '&:not(:focus-visible)': { outline: '2px solid Highlight', outlineOffset: '-3px' },
  },
};

const button = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: 'control',
    paddingInline: '4',
    border: '1px solid transparent',
    borderRadius: 's',
    fontSize: { base: 'm', lg: 's' },
    fontWeight: '600',
    lineHeight: '1.2',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:disabled, &[aria-disabled=true]': { cursor: 'not-allowed', opacity: '0.6' },
  },
  variants: {
    look: {
      primary: {
        background: 'primary',
        color: 'on-primary',
        '&:hover:not(:disabled)': { background: 'primary-strong' },
      },
      quiet: {
        background: 'surface',
        borderColor: 'line-strong',
        color: 'ink',
        '&:hover:not(:disabled)': { background: 'primary-tint' },
      },
      danger: {
        background: 'error',
        color: 'on-error',
        '&:hover:not(:disabled)': { filter: 'brightness(0.9)' },
      },
      /** Harms something, and is only asked for here: the question that follows has the red button. */
      harm: {
        background: 'transparent',
        color: 'error',
        '&:hover:not(:disabled)': { background: 'error-tint' },
      },
      plain: {
        paddingInline: '0',
        background: 'transparent',
        color: 'primary',
        textDecoration: 'underline',
        textUnderlineOffset: '0.2em',
      },
    },
    size: {
      ordinary: {},
      small: { fontSize: 's', paddingInline: '3' },
    },
  },
  defaultVariants: { look: 'primary', size: 'ordinary' },
});

export const Button = chakra('button', button, { defaultProps: { type: 'button' } });
export const ButtonLink = chakra(Link, button);
/** To a page outside the portal. */
export const ButtonAnchor = chakra('a', button);

export const TextLink = chakra(Link, {
  base: { color: 'primary', fontWeight: '600', textUnderlineOffset: '0.2em' },
  variants: {
    // In a table or a list of its own, where no words around it could be taken for it.
    isAlone: { true: { textDecoration: 'none', '&:hover': { textDecoration: 'underline' } } },
  },
});

const control = defineRecipe({
  base: {
    width: 'full',
    minHeight: 'control',
    paddingInline: '3',
    paddingBlock: { base: '2', lg: '0.3125rem' },
    border: '1px solid',
    borderColor: 'line-strong',
    borderRadius: 's',
    background: 'surface',
    color: 'ink',
    fontFamily: 'inherit',
    // A smaller size makes phones zoom in.
    fontSize: { base: 'm', lg: 's' },
    '&[aria-invalid=true]': { borderColor: 'error', borderWidth: '2px' },
    '&:disabled, &:read-only:not(select)': { background: 'paper' },
  },
});

/** A word that narrows a list down, with how many there are. */
export const Chip = chakra('button', {
  base: {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'control',
    paddingInline: '3',
    border: '1px solid',
    borderColor: 'line-strong',
    borderRadius: '2rem',
    background: 'surface',
    color: 'ink',
    fontSize: 's',
    fontWeight: '600',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '& [data-count]': { color: 'ink-soft', fontWeight: '400', fontVariantNumeric: 'tabular-nums' },
    '&:hover': { background: 'primary-tint' },
    '&[aria-pressed=true]': {
      background: 'primary-tint',
      borderColor: 'primary',
      color: 'primary',
      ...framed,
    },
    '&[aria-pressed=true] [data-count]': { color: 'primary' },
  },
});

/** All of one height: WebKit gives selects and dates a measure of their own, and their labels would stand higher in a row. */
const ofOneLine = { ...control, base: { ...control.base, height: 'control' } };

export const Input = chakra('input', ofOneLine);
export const Select = chakra('select', ofOneLine);
export const Textarea = chakra('textarea', control);

/** For a list of names and values: with text so large that a value would be broken into crumbs beside its name. */
export const belowItsName = {
  '@media (max-width: 19rem)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: '0',
    '& dd': { marginBottom: '2' },
  },
};

/** A sheet for one subject. */
export const Card = chakra('section', {
  base: {
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'm',
    padding: { base: '4', md: '5' },
    // Text twice as large, on the narrowest phone: a date has room in a card within a card.
    '@media (max-width: 11rem)': { padding: '2' },
    // A table in it has the sheet already.
    '& [data-table]': { border: '0', borderRadius: '0' },
  },
});

export const Badge = chakra('span', {
  base: {
    display: 'inline-block',
    paddingInline: '0.5625rem',
    borderRadius: '1rem',
    fontSize: 'xs',
    fontWeight: '700',
    letterSpacing: '0.01em',
    lineHeight: '1.375rem',
    whiteSpace: 'nowrap',
    '@media (max-width: 20rem)': { whiteSpace: 'normal' },
  },
  variants: {
    colour: {
      green: { background: 'primary-tint', color: 'primary' },
      red: { background: 'error-tint', color: 'error' },
      yellow: { background: 'marigold-tint', color: 'warn' },
      grey: { background: 'grey-tint', color: 'ink-soft' },
    },
  },
  defaultVariants: { colour: 'yellow' },
});

/** A band that says something about what stands below it. */
export const Notice = chakra('div', {
  base: {
    padding: '3',
    borderRadius: 's',
    borderInlineStart: '4px solid',
    fontSize: { base: 'm', lg: 's' },
    textAlign: 'start',
  },
  variants: {
    tone: {
      /** Somebody has to act on it. */
      warning: { background: 'marigold-tint', borderColor: 'marigold', color: 'ink' },
      success: { background: 'primary-tint', borderColor: 'primary', color: 'ink' },
      info: { background: 'grey-tint', borderColor: 'line-strong', color: 'ink' },
      error: { background: 'error-tint', borderColor: 'error', color: 'error' },
    },
  },
  defaultVariants: { tone: 'info' },
});
