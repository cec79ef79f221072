// Notes once that a section has come into view, and marks the steps of the event that are in it: its text is prerendered, and no
// component of its own runs.
import { useEffect } from 'react';
import { track } from '@/lib/analytics';

const looksAgainAfterMs = 500;

/** Without their marks the steps say as much. */
const nothing = () => undefined;

export function useSectionView(section: 'about'): void {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      track({ event: 'section_view', section });
      observer.disconnect();
      import('./markSteps').then(({ markSteps }) => {
        markSteps();
      }, nothing);
    });
    let timer: ReturnType<typeof setTimeout>;
    // The section may still be on its way when another page was left for this one.
    const watch = () => {
      const target = document.getElementById(section);
      if (target) observer.observe(target);
      else timer = setTimeout(watch, looksAgainAfterMs);
    };
    watch();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [section]);
}
