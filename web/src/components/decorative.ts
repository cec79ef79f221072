// Code of a part that a page can do without. What does not come, also not a moment later, is left out; the rest
// of the page goes on.
import { lazy, type ComponentType } from 'react';

const secondTryAfterMs = 1_500;

const Nothing = () => null;

export const decorative = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => secondTry(load)) }));

/** Browsers that remember a failed import until the next load fail again at once. */
async function secondTry(load: () => Promise<ComponentType>): Promise<ComponentType> {
  await new Promise((passed) => setTimeout(passed, secondTryAfterMs));
  return load().catch(() => Nothing);
}
