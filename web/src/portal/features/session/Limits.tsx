// The warning before a session ends by itself, with one click to stay. What was typed is kept either way.
import { useEffect, useState } from 'react';
import { lastCall } from '@/lib/lastCall';
import { session, useToken } from '@/lib/session';
import { read } from '@/portal/kit/api/data';
import { nextEnd, warning, type End } from '@/portal/kit/session/limits';
import { AnswerDialog } from '@/portal/kit/ui/AnswerDialog';
import { Button } from '@/portal/kit/ui/elements';

export function Limits() {
  const token = useToken() ?? '';
  const [end, setEnd] = useState<End>();
  const [dismissed, setDismissed] = useState<number>();

  useEffect(() => {
    const look = () => {
      const next = nextEnd(token, lastCall());
      const now = Date.now();
      if (next && now >= next.at) session.refuse(token);
      else setEnd(next && now >= next.at - warning ? next : undefined);
    };
    look();
    // The clock is asked each time: a computer that slept has counted nothing.
    const timer = setInterval(look, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [token]);

  if (!end || end.at === dismissed) return null;
  const stay = () => {
    setDismissed(end.at);
    // Any call will do; a refusal ends the session by itself.
    if (end.isIdle) read('/api/admin/sessions', {}).catch(() => undefined);
  };
  return (
    <AnswerDialog<boolean>
      key={end.at}
      title="Your session is about to end"
      unanswered
      onAnswer={(stays) => {
        if (stays) stay();
        else session.refuse(token);
      }}
      buttons={(give) => (
        <>
          {!end.isIdle && (
            <Button
              look="quiet"
              onClick={() => {
                give(false);
              }}
            >
              Sign in again now
            </Button>
          )}
          <Button
            onClick={() => {
              give(true);
            }}
          >
            {end.isIdle ? 'Stay signed in' : 'Go on'}
          </Button>
        </>
      )}
    >
      {() =>
        end.isIdle ? (
          <p>Nothing has happened for almost an hour. In two minutes you are signed out.</p>
        ) : (
          <p>
            You have been signed in all day. In two minutes you have to sign in again; what you have typed is
            there again after that.
          </p>
        )
      }
    </AnswerDialog>
  );
}
