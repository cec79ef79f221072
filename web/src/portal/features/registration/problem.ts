// The rules of a registration at the counter: those of every registration, and how it is paid.
import { texts } from '@/content/texts';
import type { Choice } from '@/lib/registration/choice';
import { nameProblem } from '@/lib/personName';
import { findProblem } from '@/lib/registration/validation';
import type { CounterDraft } from './form';
import { formField, type CounterField } from './request';

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

export const alreadyRegistered = 'This email is already registered for the selected course.';

const lowestPrice = 1;

export function findCounterProblem(draft: CounterDraft, choice: Choice): CounterProblem | undefined {
  const missing = texts.fillRequired;
  const problem = ofCandidate(findProblem(draft, choice)) ?? findNameProblem(draft.name);
  if (!draft.paymentMode && (!problem || problem.message === missing)) {
    return {
      message: missing,
      fields: { ...problem?.fields, paymentMode: 'Choose how it is paid.' },
    };
  }
  if (problem) return problem;
  if ((choice.package?.price ?? 0) < lowestPrice) {
    const message = `A package that costs less than Rs ${String(lowestPrice)} cannot be registered for.`;
    return { message, fields: { amount: message } };
  }
  return undefined;
}

/** The person who types is not the one who is registered. */
const missingHere: CounterProblem['fields'] = {
  name: 'The name is missing.',
  email: 'The email address is missing.',
  phone: 'The phone number is missing.',
};

/** What is missing, said of the candidate. */
function ofCandidate(problem: CounterProblem | undefined): CounterProblem | undefined {
  if (problem?.message !== texts.fillRequired) return problem;
  const fields = Object.entries(problem.fields).map(([field, words]) => [
    field,
    missingHere[field as CounterField] ?? words,
  ]);
  return { ...problem, fields: Object.fromEntries(fields) as CounterProblem['fields'] };
}

function findNameProblem(typed: string): CounterProblem | undefined {
  const name = nameProblem(typed);
  return name === undefined ? undefined : { message: name, fields: { name } };
}

/** What the server refused, at the field it named. */
export function refusedProblem(message: string, field: string | undefined): CounterProblem {
  const known = formField(field);
  return { message, fields: known ? { [known]: message } : {} };
}
