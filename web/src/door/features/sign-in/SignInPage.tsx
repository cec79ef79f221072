// Where a clerk signs in at the door.
import { useEffect, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Button } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { TextField } from '@/components/Field';
import { Reference } from '@/components/Reference';
import { event } from '@/content/event';
import { session } from '@/lib/session';
import { useProblem } from '@/lib/useProblem';
import { plural } from '@/door/kit/ui/plural';
import { unlockSound } from '@/door/kit/device/signal';
import { giveCode, signIn, type SecondFactor } from './signIn';
import styles from './SignInPage.module.css';

const endings: Record<string, string> = {
  refused: 'This phone was signed out. Its roster has been deleted.',
  elsewhere: 'This phone was signed out. Its roster has been deleted.',
  failed: 'The server could not confirm the session. Please sign in again.',
};

interface Props {
  unsent: number;
  /** Nothing is typed that an update of the page would take away. */
  onIdle: (isIdle: boolean) => void;
}

export function SignInPage({ unsent, onIdle }: Props) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [wanted, setWanted] = useState<SecondFactor>();
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string }>();
  const notice = endings[session.ending() ?? ''];

  const isIdle = !isBusy && !wanted && username === '' && password === '';
  useEffect(() => {
    onIdle(isIdle);
  }, [isIdle, onIdle]);

  const submit = async () => {
    if (isBusy) return;
    const name = username.trim();
    if (!wanted && (!name || !password)) {
      fail({ text: name ? 'Password is required' : 'Username is required' });
      return;
    }
    if (wanted && !code.trim()) {
      fail({ text: 'Code is required' });
      return;
    }
    // The press that signs in is also what allows sounds.
    unlockSound();
    setBusy(true);
    clear();
    try {
      if (wanted) await giveCode(wanted, code.trim());
      else setWanted(await signIn(name, password));
    } catch (error) {
      fail({ text: (error as Error).message });
    }
    setBusy(false);
  };

  return (
    <main className={styles.page}>
      <title>Sign in | Door</title>
      <div className={styles.card}>
        <p className={styles.event}>{event.name}</p>
        <h1>Door</h1>
        <form
          noValidate
          className={styles.form}
          onSubmit={(submission) => {
            submission.preventDefault();
            void submit();
          }}
        >
          {problem && <ErrorBanner occurrence={problem.occurrence}>{problem.text}</ErrorBanner>}
          {!problem && notice && (
            <div role="status" className={styles.notice}>
              <p>{notice}</p>
              <Reference id={session.endingReference()} />
            </div>
          )}
          {unsent > 0 && (
            <p className={styles.notice}>
              {`${plural(unsent, 'scan')} of this phone ${
                unsent === 1
                  ? 'is not sent yet. Sign in to send it.'
                  : 'are not sent yet. Sign in to send them.'
              }`}
            </p>
          )}
          {wanted ? (
            <>
              <p>Open your authenticator app and type its code, or one of your recovery codes.</p>
              <TextField
                key="code"
                label="Code"
                name="code"
                error={undefined}
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={40}
                // eslint-disable-next-line jsx-a11y/no-autofocus -- the password that had the focus is gone
                autoFocus
                value={code}
                onChange={setCode}
              />
            </>
          ) : (
            <>
              <TextField
                label="Username"
                name="username"
                error={undefined}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={100}
                value={username}
                onChange={setUsername}
              />
              <TextField
                label="Password"
                type="password"
                name="password"
                error={undefined}
                autoComplete="current-password"
                maxLength={200}
                value={password}
                onChange={setPassword}
              />
            </>
          )}
          <Button type="submit" disabled={isBusy}>
            <BusyLabel busy={isBusy && 'Signing in...'}>Sign in</BusyLabel>
          </Button>
          {wanted && (
            <Button
              look="quiet"
              onClick={() => {
                setWanted(undefined);
                clear();
                setCode('');
              }}
            >
              Back
            </Button>
          )}
        </form>
      </div>
    </main>
  );
}
