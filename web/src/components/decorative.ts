// Code of a part that a page can do without. What does not come, also not a moment later, is left out; the rest
// of the page goes on.
import { lazy, type ComponentType } from 'react';

const secondTryAfterMs = 1_500;

const Nothing = () => null;

export const decorative = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await inTwoTries(load).catch((): ComponentType<Props> => Nothing) }));

/** Browsers that remember a failed import until the next load fail again at once. */
export const inTwoTries = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    await new Promise((passed) => setTimeout(passed, secondTryAfterMs));
    return load();
  });
