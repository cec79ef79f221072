// Lets only a signed-in administrator through, and finds out first whether the server still thinks so.
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SWRConfig, useSWRConfig } from 'swr';
import { ApiError, referenceOf } from '@/lib/api/client';
import { session, useToken } from '@/lib/session';
import { firstLogsRequest } from '@/portal/kit/api/firstLogs';
import { keyOf, read } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn, usernameIn } from '@/portal/kit/session/username';
import { Limits } from './Limits';
import { isRestriction, type Restriction } from './restriction';
import { Waiting } from './Waiting';

/** Apart from the first screen, which nearly everybody sees instead. */
const Restricted = lazy(async () => ({ default: (await import('./Restricted')).Restricted }));

export interface LoginState {
  /** Where the person was. */
  from?: string;
}

export function Guard({ children }: { children: ReactElement }) {
  const token = useToken();
  const { pathname, search, hash } = useLocation();
  if (!token) {
    // Signing out on purpose starts afresh; everybody else comes back to where they were.
    const state: LoginState = session.ending() === 'left' ? {} : { from: pathname + search + hash };
    return <Navigate to={portalPaths.login} replace state={state} />;
  }
  return (
    // What one person has read goes with them. Another token of the same person changes nothing of it.
    <SWRConfig key={`${usernameIn(token)} ${roleIn(token)}`} value={{ provider: () => new Map() }}>
      <Checked role={roleIn(token)}>{children}</Checked>
    </SWRConfig>
  );
}

/**
 * Asks for what tells a session that still holds from one that does not: the dashboard and the log, where the role sees them.
 * Not of a token that takes the place of another one: it comes from the server, and a failure would take what is on the screen.
 */
function Checked({ role, children }: { role: string; children: ReactElement }) {
  const { mutate } = useSWRConfig();
  const [isChecked, setChecked] = useState(false);
  const [restriction, setRestriction] = useState<Restriction>();
  const [check, setCheck] = useState(0);

  useEffect(() => {
    let isGone = false;
    // A page that is left calls its questions off; that says nothing about the session.
    const onLeave = () => {
      isGone = true;
    };
    addEventListener('pagehide', onLeave);
    addEventListener('beforeunload', onLeave);
    const keep = <Data,>(key: unknown, data: Data) => mutate(key as string[], data, { revalidate: false });
    // Forbidden in this role, or refused on the way because of the address: neither says that the session is over.
    const passRefused = (error: unknown) => {
      if (!(error instanceof ApiError && [403, 429].includes(error.status))) throw error;
      const { code } = error.details;
      if (isRestriction(code) && !isGone) setRestriction(code);
    };
    const questions = maySee(role, portalPaths.dashboard)
      ? [
          read('/api/admin/dashboard', {}).then((data) => keep(keyOf('/api/admin/dashboard', {}), data)),
          // Not kept: its screen would show it for good instead of what was changed since.
          read('/api/admin/logs', firstLogsRequest),
        ]
      : // To the other two this role gets no answer that tells of a restriction.
        [read('/api/admin/sessions', {})];
    Promise.all(questions.map((question: Promise<unknown>) => question.catch(passRefused))).then(
      () => {
        if (!isGone) setChecked(true);
      },
      (error: unknown) => {
        // A refusal has ended the session already, with a reason of its own.
        if (!isGone && session.token()) session.end('failed', referenceOf(error));
      },
    );
    return () => {
      isGone = true;
      removeEventListener('pagehide', onLeave);
      removeEventListener('beforeunload', onLeave);
    };
  }, [mutate, role, check]);

  if (!isChecked) return <Waiting />;
  if (restriction) {
    const lift = () => {
      setRestriction(undefined);
      setChecked(false);
      setCheck(check + 1);
    };
    return (
      <Suspense fallback={<Waiting />}>
        <Restricted restriction={restriction} onLifted={lift} />
      </Suspense>
    );
  }
  return (
    <>
      {children}
      <Limits />
    </>
  );
}
