// What can be put right about a candidate, and what of it was.
import type { components } from '@/lib/api/schema';
import { isEmail, malformedEmail, missingEmail } from '@/lib/emailAddress';
import { nameProblem } from '@/lib/personName';
import { isIndianPhone, malformedPhone } from '@/lib/phone';
import type { AnswerOf } from '@/portal/kit/api/data';
import type { FieldErrors } from '@/portal/kit/forms/useForm';

type Customer = AnswerOf<'/api/customers/{customerId}'>['customer'];

type Correction = components['schemas']['CorrectionIn'];

/** By the names that the call has for them; blank for what there is not. */
export type Correctable = Record<Exclude<keyof Correction, 'version'>, string>;

export const correctable = (customer: Customer): Correctable => ({
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  phone2: customer.phone2 ?? '',
  exam_preference: customer.exam_preference,
  collegeId: customer.collegeId ?? '',
  course_category: customer.course_category ?? '',
});

/** What differs. */
export function changesBetween(before: Correctable, after: Correctable): Partial<Correctable> {
  const changed = Object.entries(after).filter(
    ([name, value]) => before[name as keyof Correctable] !== value,
  );
  return Object.fromEntries(changed);
}

/** What was changed alone, so that two people can put different things right. */
export function toRequest(before: Correctable, after: Correctable, version: number): Correction {
  const { exam_preference, collegeId, course_category, ...person } = changesBetween(before, after);
  const isOtherExam = collegeId !== undefined || course_category !== undefined;
  return {
    version,
    ...person,
    ...(exam_preference && { exam_preference: exam_preference === 'Online' ? 'Online' : 'Offline' }),
    // A course is one of its college.
    ...(isOtherExam && { collegeId: after.collegeId, course_category: after.course_category }),
  };
}

/** What stays as it is may be older than the rules. */
export function findErrors(before: Correctable, after: Correctable): FieldErrors<Correctable> {
  const { name, email, phone, phone2, collegeId, course_category } = changesBetween(before, after);
  return {
    name: name === undefined ? undefined : nameProblem(name),
    email: email === undefined ? undefined : emailProblem(email),
    phone: phone === undefined || isIndianPhone(phone) ? undefined : malformedPhone,
    phone2: !phone2 || isIndianPhone(phone2) ? undefined : malformedPhone,
    collegeId: collegeId === '' ? 'Choose a college.' : undefined,
    course_category: course_category === '' ? 'Choose an exam.' : undefined,
  };
}

function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return missingEmail;
  return isEmail(email) ? undefined : malformedEmail;
}
