// The rules of a registration at the counter: those of every registration, and how it is paid.
import { texts } from '@/content/texts';
import type { Choice } from '@/lib/registration/choice';
import { findProblem, type FieldName } from '@/lib/registration/validation';
import type { CounterDraft } from './form';
import type { CounterRequest } from './request';

export type CounterField = FieldName | 'paymentMode' | 'amount';

export interface CounterProblem {
  message: string;
  fields: Partial<Record<CounterField, string>>;
  /** Where the server failed: the id by which that is found in its log. */
  reference?: string | undefined;
}

export const alreadyRegistered = 'This email is already registered for the selected course.';

const lowestPrice = 1;

export function findCounterProblem(draft: CounterDraft, choice: Choice): CounterProblem | undefined {
  const problem: CounterProblem | undefined = findProblem(draft, choice);
  const missing = texts.fillRequired;
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

/** Which field of the form a field of the request came from. */
const fieldOf: Readonly<Record<keyof CounterRequest, CounterField>> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phone2: 'altPhone',
  exam_preference: 'preference',
  payment_mode: 'paymentMode',
  order_amount: 'amount',
  packageId: 'package',
  type: 'package',
  collegeId: 'college',
  course_category: 'course',
};

/** What the server refused, at the field it named. */
export function refusedProblem(message: string, field: string | undefined): CounterProblem {
  const known =
    field !== undefined && Object.hasOwn(fieldOf, field) ? fieldOf[field as keyof CounterRequest] : undefined;
  return { message, fields: known ? { [known]: message } : {} };
}
