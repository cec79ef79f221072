// The warning before a session ends by itself, with one click to stay. That it has ended is for the server to say: this
// device's clock may be wrong, or may have been put right meanwhile. What was typed is kept either way.
import { useEffect, useState } from 'react';
import { watchHands } from '@/lib/hands';
import { lastCall, noteCall } from '@/lib/lastCall';
import { session, useToken } from '@/lib/session';
import { read } from '@/portal/kit/api/data';
import { isOverdue, nextEnd, warning, type End } from '@/portal/kit/session/limits';
import { AnswerDialog } from '@/portal/kit/ui/AnswerDialog';
import { Button } from '@/portal/kit/ui/elements';

/** Where the server does not answer. */
const betweenQuestionsMs = 60_000;

/** Any call will do; a refusal ends the session by itself. After a yes it is counted again, whether or not a person has asked. */
const ask = () => {
  read('/api/admin/sessions', {}).then(
    () => {
      noteCall(null);
    },
    () => undefined,
  );
};

export function Limits() {
  const token = useToken() ?? '';
  const [end, setEnd] = useState<End>();
  const [dismissed, setDismissed] = useState<number>();

  useEffect(watchHands, []);

  useEffect(() => {
    let askedAt = -Infinity;
    const look = () => {
      const next = nextEnd(token, lastCall(), Date.now());
      const spokenOf = next && next.left <= warning ? next : undefined;
      setEnd((shown) => (shown?.id === spokenOf?.id ? shown : spokenOf));
      if (!next || !isOverdue(next) || performance.now() < askedAt + betweenQuestionsMs) return;
      askedAt = performance.now();
      ask();
    };
    look();
    // The clock is asked each time: a computer that slept has counted nothing.
    const timer = setInterval(look, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [token]);

  if (!end || end.id === dismissed) return null;
  const stay = () => {
    setDismissed(end.id);
    if (end.isIdle) ask();
  };
  return (
    <AnswerDialog<boolean>
      key={end.id}
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
