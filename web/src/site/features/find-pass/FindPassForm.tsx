// Asks for the address that a registration was made with, and says what to do when no mail comes.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Button } from '@/components/Button';
import { EmailField } from '@/components/EmailField';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Link } from '@/components/Link';
import { mostMails, usePassRequest } from '@/lib/api/usePassRequest';
import { isEmail, malformedEmail, missingEmail } from '@/lib/emailAddress';
import { paths } from '@/lib/paths';
import { addressIn } from '@/lib/typed';
import box from '@/components/Box.module.css';
import styles from './FindPassPage.module.css';

export function FindPassForm() {
  const [email, setEmail] = useState('');
  const { isBusy, sent, problem, send, refuse, forgive, reset } = usePassRequest();
  const input = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLHeadingElement>(null);
  const isAskingAgain = useRef(false);
  const occurrence = problem?.isInvalid ? problem.occurrence : undefined;

  useEffect(() => {
    // The button that was pressed is gone; a person who has moved on stays there.
    if (sent && document.activeElement === document.body) outcome.current?.focus();
    if (!sent && isAskingAgain.current) input.current?.focus();
  }, [sent]);

  useEffect(() => {
    if (occurrence !== undefined) input.current?.focus();
  }, [occurrence]);

  const onSubmit = (submission: FormEvent) => {
    submission.preventDefault();
    if (!email.trim()) refuse(missingEmail);
    else if (!isEmail(email)) refuse(malformedEmail);
    else send(addressIn(email));
  };

  return (
    <div className={box.card}>
      <div role="status" className={styles.outcome}>
        {sent && (
          <>
            <h2 ref={outcome} tabIndex={-1}>
              Check your mail
            </h2>
            <p>{sent.message}</p>
            <p>
              We looked for passes of <strong>{sent.to}</strong>.
            </p>
          </>
        )}
      </div>
      {sent ? (
        <>
          <h3>Nothing there after ten minutes?</h3>
          <ul className={styles.hints}>
            <li>Look in the spam folder.</li>
            <li>{mostMails}</li>
            <li>
              You may have registered with another address, or somebody else registered you with theirs.
            </li>
            <li>
              <Link to={paths.contactUs}>Contact us</Link>, with your booking ID if you have it. We find you
              by your phone number, too.
            </li>
          </ul>
          <Button
            look="quiet"
            onClick={() => {
              isAskingAgain.current = true;
              setEmail('');
              reset();
            }}
          >
            Try another address
          </Button>
        </>
      ) : (
        <form noValidate className={styles.form} onSubmit={onSubmit}>
          {problem && !problem.isInvalid && (
            <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
              {problem.message}
            </ErrorBanner>
          )}
          <fieldset disabled={isBusy} className={styles.form}>
            <EmailField
              ref={input}
              hint="The one that you gave when you registered."
              value={email}
              error={problem?.isInvalid ? problem.message : undefined}
              onChange={(typed) => {
                setEmail(typed);
                forgive();
              }}
            />
            <Button type="submit">
              <BusyLabel busy={isBusy && 'Sending...'}>Send my pass</BusyLabel>
            </Button>
          </fieldset>
        </form>
      )}
    </div>
  );
}
