// Whether something that moves automatically may move now: not while the mouse is on it or has the focus in it,
// not after its pause button, and not at all for those who asked their device for less motion.
import { useState, useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

/** Whether a media query holds; false where there is no browser. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(media);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    () => matchMedia(media).matches,
    () => false,
  );
}

export function useMotion() {
  const isUnwanted = useMedia(query);
  const [chosen, setChosen] = useState<boolean>();
  const [isHeld, setHeld] = useState(false);
  const isPaused = chosen ?? isUnwanted;
  return {
    isPaused,
    isMoving: !isPaused && !isHeld,
    pause: setChosen,
    /** For the element that must hold still while it is looked at. */
    hold: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        // A finger that scrolls past does not point at anything.
        if (pointerType === 'mouse') setHeld(true);
      },
      onPointerLeave: () => {
        setHeld(false);
      },
      onFocus: ({ target }: { target: Element }) => {
        if (target.matches(':focus-visible')) setHeld(true);
      },
      onBlur: () => {
        setHeld(false);
      },
    },
  };
}
