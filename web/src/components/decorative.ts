// Code of a part that a page can do without. What does not come, also not a moment later, is left out; the rest
// of the page goes on.
import { lazy, type ComponentType } from 'react';

const secondTryAfterMs = 1_500;

const Nothing = () => null;

export const decorative = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await orNothing(load) }));

/** The component, or one that shows nothing. */
export const orNothing = <Props>(load: () => Promise<ComponentType<Props>>) =>
  load().catch(() => secondTry(load));

/** Browsers that remember a failed import until the next load fail again at once. */
async function secondTry<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  await new Promise((passed) => setTimeout(passed, secondTryAfterMs));
  return load().catch(() => Nothing);
}
