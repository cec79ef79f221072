// The rules of a registration at the counter: those of every registration, and how it is paid.
import { texts } from '@/content/texts';
import { isLost } from '@/lib/api/client';
import { isServerError, whyNotKnown } from '@/lib/api/notKnown';
import { rupees } from '@/lib/format';
import type { Choice } from '@/lib/registration/choice';
import { nameProblem } from '@/lib/personName';
import { findProblem } from '@/lib/registration/validation';
import { asSentence, wordsOf } from '@/portal/kit/api/failure';
import type { CounterDraft } from './form';
import { formField, type CounterField, type CounterRequest } from './request';

export interface CounterProblem {
  message: string;
  fields: Partial<Record<CounterField, string>>;
  /** Where the server failed: the id by which that is found in its log. */
  reference?: string | undefined;
  /** Who is registered already. */
  registered?: string;
  /** That is somebody of the same name and phone, who may be another person: whether this one was to pay at once. */
  similar?: { isPaid: boolean };
}

export const notRegistered = 'Registration failed';

export const alreadyRegistered = 'This email is already registered for the selected course.';

const lowestPrice = 1;

/** Every field that is wrong is marked; the banner speaks of the first of them. */
export function findCounterProblem(draft: CounterDraft, choice: Choice): CounterProblem | undefined {
  const found = findProblem(draft, choice);
  const name = nameProblem(draft.name);
  const isMissing = found?.message === texts.fillRequired || !draft.paymentMode;
  const message = isMissing ? texts.fillRequired : (found?.message ?? name);
  if (message !== undefined) {
    return {
      message,
      fields: { ...(name !== undefined && { name }), ...found?.fields, ...missingIn(draft) },
    };
  }
  if ((choice.package?.price ?? 0) < lowestPrice) {
    const tooCheap = `A package that costs less than ${rupees(lowestPrice)} cannot be registered for.`;
    return { message: tooCheap, fields: { amount: tooCheap } };
  }
  return undefined;
}

/** What is missing, said of the candidate: the person who types is not the one who is registered. */
function missingIn({ name, email, phone, paymentMode }: CounterDraft): CounterProblem['fields'] {
  return {
    ...(!name.trim() && { name: 'The name is missing.' }),
    ...(!email.trim() && { email: 'The email address is missing.' }),
    ...(!phone && { phone: 'The phone number is missing.' }),
    ...(!paymentMode && { paymentMode: 'Choose how it is paid.' }),
  };
}

/** What is true when the answer to a registration was lost, also once it is not known any more how (`error` undefined). */
export function openProblem({ name, paid }: CounterRequest, error?: unknown): CounterProblem {
  const done = paid ? 'is registered and marked as paid' : 'is registered';
  const open = `it is not known whether ${name} ${done}.`;
  const again = 'Press the same button again: nobody is registered twice, and no payment is recorded twice.';
  const failed = isServerError(error) ? `${asSentence(wordsOf(error, notRegistered))} ` : '';
  const why = isLost(error) ? whyNotKnown(error) : 'The server has not confirmed it, so';
  return { message: `${failed}${why} ${open} ${again}`, fields: {} };
}

/** What the server refused, at the field it named. */
export function refusedProblem(message: string, field: string | undefined): CounterProblem {
  const known = formField(field);
  return { message, fields: known ? { [known]: message } : {} };
}
