// The registration form, as shown in the section and in the modal.
import { use, useEffect, useId, useRef } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { Button } from '@/components/Button';
import { EmailField } from '@/components/EmailField';
import { TextField } from '@/components/Field';
import { TakesLong } from '@/components/TakesLong';
import { whenSeen } from '@/components/whenSeen';
import { texts } from '@/content/texts';
import { fieldPropsOf } from '@/lib/fieldProps';
import { rupees } from '@/lib/format';
import { SaleContext } from '@/lib/sale';
import { useSessionStore } from '@/lib/sessionStore';
import type { ExamPreference } from '@/lib/registration/draft';
import { attemptStore, broughtTicket } from './attempt';
import { PackageSelector } from './PackageSelector';
import { PhoneField } from './PhoneField';
import { ProblemBanner } from './ProblemBanner';
import { SharedAgreement } from './SharedAgreement';
import { prepareSubmission } from './usePayment';
import { useRegistration, type Place } from './RegistrationContext';
import box from '@/components/Box.module.css';
import fieldStyles from '@/components/Field.module.css';
import styles from './RegistrationForm.module.css';

const preferences: readonly ExamPreference[] = ['Offline', 'Online'];

/** As the pass says it (pass/preference.ts). */
const meaning: Readonly<Record<ExamPreference, string>> = {
  Offline: 'In its hall, with your pass and a photo ID.',
  Online: 'On the web, at the same hours. Your pass still lets you in.',
};

const NotOnSale = whenSeen(
  () => import('./NotOnSale').then((module) => module.NotOnSale),
  <div className={styles.notOnSale} />,
  {
    without: (
      <div role="status" className={styles.notOnSale}>
        <h3>Registration is not open</h3>
      </div>
    ),
  },
);

const BroughtPlace = whenSeen(
  () => import('./BroughtPlace').then((module) => module.BroughtPlace),
  <p className={box.notice} />,
  { without: null },
);

/** Stands in the form's place until the page is alive and it is known what is on sale. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <div>
        <p>Loading packages...</p>
        <TakesLong />
      </div>
      <SharedAgreement />
    </div>
  );
}

export function RegistrationForm({ place }: { place: Place }) {
  const { draft, choice, packages, payment, place: problemPlace, update, submit } = useRegistration();
  const group = useId();
  const problem = place === problemPlace ? payment.problem : undefined;
  const errors = problem?.fields ?? {};
  const field = fieldPropsOf(draft, errors, update);
  const isBrought = useSessionStore(broughtTicket) !== null;
  const hasPlace = Boolean(useSessionStore(attemptStore)?.ticket) || isBrought;
  const sale = use(SaleContext);

  const form = useRef<HTMLFormElement>(null);
  const { line } = payment;
  const hasLeftLine = useRef(false);
  useEffect(() => {
    if (!line && hasLeftLine.current) form.current?.focus();
    hasLeftLine.current = false;
  }, [line]);

  if (line) {
    return (
      <line.Card
        line={line}
        notice={payment.notice}
        heading="h3"
        takesFocus={place === problemPlace}
        onLeave={(note) => {
          hasLeftLine.current = true;
          payment.leaveLine(note);
        }}
      />
    );
  }
  // What was begun in time goes on after the end: a place in line is honoured, and what went wrong can be put right.
  const isBegun = hasPlace || payment.isBusy || (payment.problem && !payment.problem.isOutsideSale);
  if (!isBegun) {
    if (sale && sale.registration !== 'open') return <NotOnSale />;
    // Its fields would move when the packages come above them, by as much as these and the screen's width make.
    if (!sale || !(packages.list || packages.hasFailed)) return <Waiting />;
  }
  return (
    // Our own validation speaks, in one place and in the same words for everybody.
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      className={styles.form}
      onFocusCapture={prepareSubmission}
      onSubmit={(submission) => {
        submission.preventDefault();
        submit(place);
      }}
    >
      {isBrought && <BroughtPlace />}
      {!payment.isBusy && payment.placeNote}
      <ProblemBanner problem={problem} />
      <fieldset disabled={payment.isBusy} className={styles.fields}>
        <PackageSelector errors={errors} />
        <TextField
          label="Name"
          type="text"
          name="name"
          autoComplete="name"
          required
          // A longer name is refused in words, and not cut.
          maxLength={300}
          {...field('name')}
        />
        <EmailField hint="Your pass is sent to this address." {...field('email')} />
        <div className={styles.pair}>
          <PhoneField label="Phone" name="phone" isRequired {...field('phone')} />
          <PhoneField label="Alternate phone" name="alternate-phone" {...field('altPhone')} />
        </div>
        <fieldset aria-describedby={`${group}-hint ${group}-error`}>
          <legend className={fieldStyles.legend}>Exam preference</legend>
          <div className={styles.options}>
            {preferences.map((preference) => (
              <label key={preference} className={styles.option}>
                <input
                  type="radio"
                  name={`${group}-preference`}
                  value={preference}
                  checked={draft.preference === preference}
                  onChange={() => {
                    update({ preference });
                  }}
                />
                <span>{preference}</span>
              </label>
            ))}
          </div>
          <p id={`${group}-hint`} className={styles.hint} aria-live="polite">
            {meaning[draft.preference]}
          </p>
          {errors.preference && (
            <p id={`${group}-error`} className={fieldStyles.error}>
              {errors.preference}
            </p>
          )}
        </fieldset>
        <div className={styles.pay}>
          <p className={styles.total}>
            <span>To pay</span> <strong>{choice.package ? rupees(choice.package.price) : '–'}</strong>
          </p>
          {/* Nothing is reported as missing while the list itself has not arrived. */}
          <Button type="submit" disabled={!packages.list && !packages.hasFailed}>
            <BusyLabel busy={payment.isBusy && texts.processing}>{texts.register}</BusyLabel>
          </Button>
        </div>
        <SharedAgreement />
      </fieldset>
      <p role="status" className={payment.notice ? box.notice : undefined}>
        {payment.notice}
      </p>
    </form>
  );
}
