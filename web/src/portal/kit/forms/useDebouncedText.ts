// A text that is shown as it is typed and handed on when the typing pauses.
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Typed {
  text: string;
  /** The entry of the history in which it was typed. */
  at: string;
}

/** `settled` is what was handed on last; going back in the history brings back what was settled there. */
export function useDebouncedText(settled: string, pauseMs: number, onSettle: (text: string) => void) {
  const [typed, setTyped] = useState<Typed>();
  const { key } = useLocation();
  const hasGoneBack = useNavigationType() === 'POP' && typed !== undefined && typed.at !== key;
  const text = typed && !hasGoneBack ? typed.text : settled;
  const isWaiting = text.trim() !== settled;
  const settle = useEffectEvent(onSettle);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      settle(text.trim());
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, isWaiting, pauseMs]);

  return {
    text,
    isWaiting,
    type: (next: string) => {
      setTyped({ text: next, at: key });
    },
    clear: () => {
      setTyped(undefined);
    },
  };
}
