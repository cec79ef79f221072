// Brings the target of an address like /#register into view, also when it is rendered only later, and keeps it
// there while the content above it is still growing.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const waitsForMs = 10_000;
/** What a person does to go somewhere else. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export function useAnchorScroll(): void {
  const { key, pathname, hash } = useLocation();

  useEffect(() => {
    const id = idIn(hash);
    if (!id) return;

    let found: HTMLElement | undefined;
    const scroll = () => {
      const target = document.getElementById(id);
      if (!target) return;
      target.scrollIntoView(found && { behavior: 'instant' });
      if (found !== target) {
        // The keyboard and the screen reader go where the eyes go.
        const heading = target.matches('[tabindex="-1"]') ? target : target.querySelector('[tabindex="-1"]');
        (heading as HTMLElement | null)?.focus({ preventScroll: true });
      }
      found = target;
    };

    const appears = new MutationObserver(() => {
      if (!found?.isConnected) scroll();
    });
    const grows = new ResizeObserver(scroll);
    const stop = () => {
      clearTimeout(timer);
      appears.disconnect();
      grows.disconnect();
      for (const move of ownMoves) removeEventListener(move, stop);
    };
    const timer = setTimeout(stop, waitsForMs);
    appears.observe(document.body, { childList: true, subtree: true });
    grows.observe(document.body);
    for (const move of ownMoves) addEventListener(move, stop, { passive: true });
    scroll();
    return stop;
    // `key` makes a second click on the same link scroll again.
  }, [key, pathname, hash]);
}

/** What is after the `#`, as it is when it is not properly encoded. */
function idIn(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
