// The rules a registration must meet, in the order in which a person is shown them.
import { texts } from '@/content/texts';
import { isEmail, malformedEmail, missingEmail } from '../emailAddress';
import { isIndianPhone, malformedPhone } from '../phone';
import type { Choice } from './choice';
import { personFields, type Draft, type PersonDraft } from './draft';

export type FieldName = 'package' | 'college' | 'course' | 'preference' | keyof PersonDraft;

/** Which field of the form shows what is wrong with a part of the draft. */
export const fieldOfDraft: Readonly<Record<keyof Draft, FieldName>> = {
  packageId: 'package',
  collegeId: 'college',
  courseId: 'course',
  preference: 'preference',
  ...(Object.fromEntries(personFields.map((field) => [field, field])) as Record<
    keyof PersonDraft,
    keyof PersonDraft
  >),
};

export type FieldErrors = Partial<Record<FieldName, string>>;

/** What is wrong beside that of the fields that were just changed. */
export function withoutErrorsOf<Name extends string, Field extends string>(
  change: Partial<Record<Name, unknown>>,
  errors: Partial<Record<Field, string>>,
  fieldOf: Readonly<Record<Name, Field | undefined>>,
): Partial<Record<Field, string>> {
  const changed = new Set<string | undefined>(Object.keys(change).map((name) => fieldOf[name as Name]));
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field))) as typeof errors;
}

export interface Problem {
  /** For the banner. */
  message: string;
  /** For the fields it is about. */
  fields: FieldErrors;
  /** Where the server failed: the id by which that is found in its log. */
  reference?: string | undefined;
}

/** Every field that is wrong is marked; the banner speaks of the first of them. */
export function findProblem(draft: Draft, choice: Choice): Problem | undefined {
  const problems = [missingIn(draft, choice), ...malformedIn(draft, choice)].filter(
    (found) => found !== undefined,
  );
  const [first] = problems;
  return (
    first && {
      message: first.message,
      fields: Object.assign({}, ...problems.map(({ fields }) => fields)) as FieldErrors,
    }
  );
}

function missingIn(draft: Draft, choice: Choice): Problem | undefined {
  const missing: FieldErrors = {};
  if (!choice.package) missing.package = 'Choose a package.';
  if (!draft.name.trim()) missing.name = 'Your name is missing.';
  if (!draft.email.trim()) missing.email = missingEmail;
  if (!draft.phone) missing.phone = 'Your phone number is missing.';
  if (!draft.preference) missing.preference = 'Choose how to sit the exam.';
  return Object.keys(missing).length > 0 ? { message: texts.fillRequired, fields: missing } : undefined;
}

function* malformedIn(draft: Draft, choice: Choice): Generator<Problem> {
  if (choice.package && !choice.package.AllowAllCollege && !(choice.college && choice.course)) {
    yield {
      message: 'College and course category are required for specific college selection',
      fields: choice.college ? { course: 'Choose a course.' } : { college: 'Choose a college.' },
    };
  }
  if (draft.email.trim() && !isEmail(draft.email)) {
    yield {
      message: 'Please enter a valid email address',
      fields: { email: malformedEmail },
    };
  }
  if (draft.phone && !isIndianPhone(draft.phone)) {
    yield {
      message: 'Please enter a valid 10-digit Indian phone number',
      fields: { phone: malformedPhone },
    };
  }
  if (draft.altPhone && !isIndianPhone(draft.altPhone)) {
    yield {
      message: 'Please enter a valid 10-digit Indian secondary phone number',
      fields: { altPhone: malformedPhone },
    };
  }
}
