// The one registration behind both forms of the landing page: what is typed or chosen in the modal is there
// in the section too, and only one payment can be under way.
import { createContext, use, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Package } from '@/lib/api/types';
import { useCatalogue, type Packages } from '@/lib/catalogue/packages';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptFor } from './attempt';
import { useChoiceLink } from './choiceLink';
import { resolveChoice, type Choice } from '@/lib/registration/choice';
import { hasTyped, type Draft } from '@/lib/registration/draft';
import { draftStore } from './draft';
import { toOrder, toSummary } from './order';
import { useTicketLink } from './ticketLink';
import { nameProblemOf, usePayment, type Payment } from './usePayment';
import { fieldOfDraft, findProblem, withoutErrorsOf } from '@/lib/registration/validation';

export type Place = 'modal' | 'section';

interface Registration {
  packages: Packages;
  draft: Draft;
  choice: Choice;
  payment: Payment;
  /** Which of the two forms is in front, and shows the problem. */
  place: Place;
  update: (change: Partial<Draft>) => void;
  submit: (place: Place) => void;
  /** What went wrong before stays behind. */
  bringToFront: (place: Place) => void;
  /** Called when a person does anything in the section. */
  touchSection: () => void;
  /** Whether opening the modal would get in the way of a visitor who is already registering. */
  isUnderWay: () => boolean;
}

const RegistrationContext = createContext<Registration | undefined>(undefined);

export function useRegistration(): Registration {
  const registration = use(RegistrationContext);
  if (!registration) throw new Error('useRegistration needs a RegistrationProvider around it');
  return registration;
}

const noPackages: readonly Package[] = [];

export function RegistrationProvider({ children }: { children: ReactNode }) {
  // Before the payment looks for a place to go on with.
  useTicketLink();
  const packages = useCatalogue();
  const draft = useSessionStore(draftStore);
  const [place, setPlace] = useState<Place>('section');
  const isSectionTouched = useRef(false);
  const choice = useMemo(() => resolveChoice(draft, packages.list ?? noPackages), [draft, packages.list]);

  const payment = usePayment((error, { correctedBy }) => correctedBy(error, choice, packages));

  const update = (change: Partial<Draft>) => {
    const now = draftStore.get();
    // The package that was shown first is kept by name from here on, whatever the list begins with later.
    draftStore.set({ ...now, packageId: now.packageId || (choice.package?._id ?? ''), ...change });
    payment.forgive((problem) => ({
      ...problem,
      fields: withoutErrorsOf(change, problem.fields, fieldOfDraft),
    }));
  };

  useChoiceLink(packages.list, choice, (chosen) => {
    if (!payment.isBusy) update(chosen);
  });

  /** Beside what else is wrong, unless it has been changed meanwhile. */
  const markName = async (name: string) => {
    const wrong = await nameProblemOf(name);
    if (wrong === undefined || draftStore.get().name !== name) return;
    payment.forgive((problem) => ({ ...problem, fields: { name: wrong, ...problem.fields } }));
  };

  const submit = (from: Place) => {
    if (payment.isBusy) return;
    setPlace(from);
    const problem = findProblem(draft, choice);
    if (problem || !choice.package) {
      if (problem) {
        payment.fail(problem);
        void markName(draft.name);
      }
      return;
    }
    const chosen = { ...choice, package: choice.package };
    payment.start(attemptFor(toOrder(draft, chosen), toSummary(chosen)));
  };

  const registration: Registration = {
    packages,
    draft,
    choice,
    payment,
    place,
    update,
    submit,
    bringToFront: (next) => {
      setPlace(next);
      payment.forgive(() => undefined);
    },
    touchSection: () => {
      isSectionTouched.current = true;
    },
    isUnderWay: () => isSectionTouched.current || payment.isBusy || hasTyped(draftStore.get()),
  };

  return <RegistrationContext value={registration}>{children}</RegistrationContext>;
}
