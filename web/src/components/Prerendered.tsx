// A part of a page that never changes. In a prerendered page it stays the HTML that it is, and neither its code
// nor its texts are downloaded as JavaScript. Where that HTML is not there, because another page was left for
// this one, its code is fetched.
import { Suspense, useState, type ComponentType } from 'react';
import { decorative } from './decorative';

/** The parts that were in the page when it came, so that coming back to it needs no download either. */
const parts = new Map<string, string>();

function partOf(name: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const html = parts.get(name) ?? document.querySelector(`[data-part="${name}"]`)?.innerHTML;
  if (html) parts.set(name, html);
  return html || undefined;
}

/** Makes a component of a part. Links in it work, and so do the delegated clicks of `usePlainClicks`. */
export function prerendered(name: string, load: () => Promise<ComponentType>): ComponentType {
  const Live = decorative(load);
  return function Part() {
    const [html] = useState(() => partOf(name));
    if (html !== undefined) {
      return <div data-part={name} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
    }
    return (
      <div data-part={name}>
        <Suspense>
          <Live />
        </Suspense>
      </div>
    );
  };
}
