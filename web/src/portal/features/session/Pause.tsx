// The pause after failed attempts to sign in: how long it still lasts, and that it is over.
import { useEffect, useState } from 'react';
import { Notice } from '@/portal/kit/ui/elements';

export interface PauseState {
  /** Why, in the server's words. */
  reason: string;
  seconds: number;
  /** In milliseconds since 1970. */
  end: number;
}

export function pauseOf(reason: string, seconds: number): PauseState {
  return { reason, seconds, end: Date.now() + seconds * 1000 };
}

/** The seconds that are left, 0 without a pause. */
export function useRest(pause: PauseState | undefined): number {
  const [now, setNow] = useState(0);
  const end = pause?.end;
  useEffect(() => {
    if (end === undefined) return;
    const look = () => {
      setNow(Date.now());
      if (Date.now() >= end) clearInterval(timer);
    };
    // The clock is asked each time: a computer that slept has counted nothing.
    const timer = setInterval(look, 250);
    return () => {
      clearInterval(timer);
    };
  }, [end]);
  if (!pause) return 0;
  return Math.max(0, Math.min(pause.seconds, Math.ceil((pause.end - now) / 1000)));
}

/** Shows every second, and says aloud the first and the last one alone. */
export function Pause({ pause, rest }: { pause: PauseState | undefined; rest: number }) {
  const isOver = rest === 0;
  return (
    <>
      {pause && (
        <Notice tone="warning" aria-hidden="true">
          {!isOver && <p>{pause.reason}</p>}
          <p>{isOver ? over : `You can try again in ${inWords(rest)}.`}</p>
        </Notice>
      )}
      {/* There from the start: what appears together with its words is not always read out. */}
      <p role="status" className="visually-hidden">
        {pause && (isOver ? over : `${pause.reason} You can try again in ${inWords(pause.seconds)}.`)}
      </p>
    </>
  );
}

const over = 'You can try again now.';

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [minutes > 0 && `${String(minutes)} min`, (rest > 0 || minutes === 0) && `${String(rest)} s`];
  return parts.filter(Boolean).join(' ');
}
