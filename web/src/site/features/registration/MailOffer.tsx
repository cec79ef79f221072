// For a long wait: a mail with a link when it is nearly the person's turn.
import { useEffect, useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Button } from '@/components/Button';
import { Field } from '@/components/Field';
import { Reference } from '@/components/Reference';
import { texts } from '@/content/texts';
import { ApiError, call, isLost, referenceOf } from '@/lib/api/client';
import { whyNotKnown } from '@/lib/api/notKnown';
import { addressIn } from '@/lib/typed';
import { clockTime } from './line';
import { keepPlace, readPlace, type Place } from './places';
import styles from './MailOffer.module.css';

/** The server mails nobody who waits for less. */
const leastWaitMs = 10 * 60 * 1_000;

const lost =
  'we do not know whether the mail will be sent. Please try again: there is one mail, however often you ask.';

export function MailOffer({ place, left }: { place: Place; left: number }) {
  const { key, order } = place.attempt;
  // Another tab, or the other form of this page, may have asked meanwhile.
  const { mailTo, mailAt } = readPlace(key) ?? place;
  const [email, setEmail] = useState(mailTo || order.customer_email);
  const [isChanging, setChanging] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; reference: string | undefined }>();
  const input = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const hasAsked = useRef(false);

  useEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);

  useEffect(() => {
    if (isChanging) input.current?.focus();
  }, [isChanging]);

  useEffect(() => {
    // The form that had the focus is gone.
    if (mailTo && !isChanging && hasAsked.current) outcome.current?.focus();
  }, [mailTo, isChanging]);

  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const to = addressIn(email);
      const promised = await call('post', '/api/payments/line/mail', {
        body: { ticket: place.ticket, email: to },
      });
      const kept = readPlace(key);
      if (!promised || !kept) throw new ApiError(0, texts.offline);
      keepPlace({ ...kept, mailTo: to, mailAt: Date.parse(promised.sends_at) });
      hasAsked.current = true;
      setChanging(false);
    } catch (error) {
      setProblem({
        message: isLost(error) ? `${whyNotKnown(error)} ${lost}` : (error as Error).message || texts.offline,
        reference: referenceOf(error),
      });
    } finally {
      setBusy(false);
    }
  };

  const mayAsk = left > leastWaitMs;
  if (!mailTo && !mayAsk) return null;
  const isForm = mayAsk && (!mailTo || isChanging);
  return (
    <div className={styles.offer}>
      <p ref={outcome} role="status" tabIndex={-1} className={styles.outcome}>
        {mailTo && (
          <span>
            We will mail <strong translate="no">{mailTo}</strong> at about <span>{clockTime(mailAt)}</span>,
            with a link to your place.
          </span>
        )}
      </p>
      {mailTo && mayAsk && !isChanging && (
        <Button
          look="quiet"
          onClick={() => {
            setChanging(true);
          }}
        >
          Mail another address
        </Button>
      )}
      {isForm && (
        <form
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            void ask();
          }}
        >
          <fieldset disabled={isBusy} className={styles.fields}>
            <Field
              label="Mail a link to"
              hint="It comes about two minutes before your turn, so that you need not watch this page."
              error={problem?.message}
            >
              {(control) => (
                <input
                  {...control}
                  ref={input}
                  type="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                  maxLength={254}
                  value={email}
                  onChange={(change) => {
                    setEmail(change.target.value);
                  }}
                />
              )}
            </Field>
            <Reference id={problem?.reference} />
            <Button type="submit" look="quiet">
              <BusyLabel busy={isBusy && texts.processing}>Mail me when it is my turn</BusyLabel>
            </Button>
          </fieldset>
        </form>
      )}
    </div>
  );
}
