// Whether a person is at the page. Screens read again by themselves, and must not keep the session of a person who has gone.

/** For so long what is read is the doing of the hand that was last there: an answer leads to the next question. */
const lastsMs = 60_000;

/**
 * Not the focus: a dialog that opens by itself takes it. A dialog that is left by a phone's way back says so by `cancel`
 * alone, which comes before `close`.
 */
const signs = ['click', 'keydown', 'pointerdown', 'wheel', 'cancel'] as const;

/** By this device's clock; undefined where nobody watches for hands, as at the door, which reads what a camera sees. */
let seenAt: number | undefined;

const see = () => {
  seenAt = Date.now();
};

/** Watches from now on, until what is given back is called. */
export function watchHands(): () => void {
  see();
  for (const sign of signs) addEventListener(sign, see, { capture: true, passive: true });
  return () => {
    seenAt = undefined;
    for (const sign of signs) removeEventListener(sign, see, { capture: true });
  };
}

export const isAway = (): boolean => seenAt !== undefined && Date.now() > seenAt + lastsMs;
