// A message to the organisers. What was typed stays until it is sent.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Button } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Field, TextField } from '@/components/Field';
import { texts } from '@/content/texts';
import { ApiError, call } from '@/lib/api/client';
import { whyNotKnown } from '@/lib/api/notKnown';
import { isEmail, malformedEmail, missingEmail } from '@/lib/emailAddress';
import { fieldPropsOf } from '@/lib/fieldProps';
import { longestTyped, nameProblem } from '@/lib/personName';
import { withoutErrorsOf } from '@/lib/registration/validation';
import { useSessionStore } from '@/lib/sessionStore';
import { addressIn } from '@/lib/typed';
import { useProblem } from '@/lib/useProblem';
import { contactDraft, noMessage, type Draft } from './contactDraft';
import box from '@/components/Box.module.css';
import styles from './ContactForm.module.css';

const longestMessage = 4_000;
const checkThis = 'Please check this.';
const trapped =
  'Your message was not sent: something filled in a field that is not shown, perhaps your browser. It is empty again. Please press Send Message once more.';
const fieldOf = { name: 'name', email: 'email', message: 'message' } as const;

type FieldErrors = Partial<Record<keyof Draft, string>>;

interface Problem {
  message: string;
  fields: FieldErrors;
  reference?: string | undefined;
}

export function ContactForm() {
  const draft = useSessionStore(contactDraft);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const { problem, fail, forgive, clear } = useProblem<Problem>();
  const trap = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!isSent) return;
    // The button that was pressed lost the focus when the form was locked; a person who has moved on stays there.
    const focused = document.activeElement;
    const hasStayed = focused === document.body || confirmation.current?.closest('form')?.contains(focused);
    if (hasStayed) confirmation.current?.focus();
  }, [isSent]);

  const change = (part: Partial<Draft>) => {
    contactDraft.set({ ...contactDraft.get(), ...part });
    setSent(false);
    forgive((shown) => ({ ...shown, fields: withoutErrorsOf(part, shown.fields, fieldOf) }));
  };

  const onSubmit = (submission: FormEvent) => {
    submission.preventDefault();
    if (isSending) return;
    const wrong = findProblem(draft);
    if (wrong) {
      fail(wrong);
      return;
    }
    if (trap.current?.value) {
      // A browser or password manager may have done it: the person is told, and the next press sends.
      trap.current.value = '';
      fail({ message: trapped, fields: {} });
      return;
    }
    clear();
    setSending(true);
    call('post', '/api/contact', { body: { ...draft, email: addressIn(draft.email), website: '' } })
      .then(() => {
        contactDraft.set(noMessage);
        setSent(true);
      })
      .catch((error: unknown) => {
        const known = error instanceof ApiError ? error : undefined;
        fail({
          message: messageOf(known),
          fields: refused(known?.details.field),
          reference: known?.reference,
        });
      })
      .finally(() => {
        setSending(false);
      });
  };

  const errors = problem?.fields ?? {};
  const field = fieldPropsOf(draft, errors, change);

  return (
    <form noValidate className={box.card} onSubmit={onSubmit} aria-label="Message">
      {problem && (
        <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
          {problem.message}
        </ErrorBanner>
      )}
      {/* What was typed into a message that is on its way would be lost with it. */}
      <fieldset disabled={isSending} className={styles.fields}>
        <TextField
          label="Your Name"
          type="text"
          autoComplete="name"
          required
          maxLength={longestTyped}
          {...field('name')}
        />
        <TextField
          label="Your Email"
          hint="Our answer goes there."
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          {...field('email')}
        />
        <Field label="Your Message" error={errors.message}>
          {(control) => (
            <textarea
              {...control}
              required
              rows={6}
              maxLength={longestMessage}
              value={draft.message}
              onChange={({ target }) => {
                change({ message: target.value });
              }}
            />
          )}
        </Field>
        {/* Programs fill in whatever they find; people do not see this, and password managers are asked to leave it. */}
        <div className={styles.trap} aria-hidden="true">
          <label>
            <span>Leave this empty</span>
            <input
              ref={trap}
              type="text"
              tabIndex={-1}
              autoComplete="off"
              data-1p-ignore
              data-bwignore
              data-lpignore="true"
              data-form-type="other"
            />
          </label>
        </div>
        <Button type="submit">
          <BusyLabel busy={isSending && 'Sending...'}>Send Message</BusyLabel>
        </Button>
      </fieldset>
      <p ref={confirmation} role="status" tabIndex={-1} className={isSent ? styles.sent : undefined}>
        {isSent && 'Your message has been sent. We answer by email.'}
      </p>
    </form>
  );
}

/** Every field that is wrong is marked; the banner speaks of the first of them. */
function findProblem(draft: Draft): Problem | undefined {
  const fields: FieldErrors = {};
  if (!draft.name.trim()) fields.name = 'Your name is missing.';
  if (!draft.email.trim()) fields.email = missingEmail;
  if (!draft.message.trim()) fields.message = 'Your message is missing.';
  const isMissing = Object.keys(fields).length > 0;
  const ofName = nameProblem(draft.name);
  if (ofName !== undefined) fields.name ??= isMissing ? ofName : checkThis;
  if (!isEmail(draft.email)) fields.email ??= malformedEmail;
  if (isMissing) return { message: texts.fillRequired, fields };
  if (ofName !== undefined) return { message: ofName, fields };
  return fields.email ? { message: 'Please enter a valid email address', fields } : undefined;
}

/** The field that the server named; the banner has its words. */
const refused = (field: string | undefined): FieldErrors =>
  field !== undefined && Object.hasOwn(fieldOf, field) ? { [field]: checkThis } : {};

function messageOf(error: ApiError | undefined): string {
  if (error?.status === 429) {
    // It may be a limit that many people share, so no sender is blamed for it.
    return 'We cannot take more messages at the moment. Please try again in an hour, or call us.';
  }
  if (error?.isLost) {
    return `${whyNotKnown(error)} we do not know whether your message was sent. Please try again, or call us: a message that comes twice does no harm.`;
  }
  return error?.message || 'Your message could not be sent. Please try again, or call us.';
}
