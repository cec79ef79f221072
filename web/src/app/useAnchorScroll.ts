// Brings the target of an address like /#register into view, also when it is rendered only later.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const waitsForMs = 10_000;

export function useAnchorScroll(): void {
  const { key, pathname, hash } = useLocation();

  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (!id) return;

    const scroll = () => {
      const target = document.getElementById(id);
      if (!target) return false;
      target.scrollIntoView();
      // The keyboard and the screen reader go where the eyes go.
      target.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
      return true;
    };
    if (scroll()) return;

    const observer = new MutationObserver(() => {
      if (scroll()) stop();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => {
      stop();
    }, waitsForMs);
    const stop = () => {
      clearTimeout(timer);
      observer.disconnect();
    };
    return stop;
    // `key` makes a second click on the same link scroll again.
  }, [key, pathname, hash]);
}
