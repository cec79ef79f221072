// The focus after a deed: on the button that was pressed, or where that is gone on the heading above.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Told of the button that is pressed. */
export type Press = (button: HTMLButtonElement) => void;

/** For what outlives its buttons, which may go while what they began is under way. */
export function usePressed(isUnderWay: boolean, heading: RefObject<HTMLHeadingElement | null>): Press {
  const pressed = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isUnderWay || !pressed.current) return;
    // A button that is disabled loses the focus, and one that has done its deed may be gone.
    if (document.activeElement === document.body || !pressed.current.isConnected) {
      (pressed.current.isConnected ? pressed.current : heading.current)?.focus();
    }
    pressed.current = null;
  });
  return (button) => {
    pressed.current = button;
  };
}
