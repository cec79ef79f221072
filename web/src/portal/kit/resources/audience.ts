// Whom a message or a bulk action is for: its filters, and their words for a person.
import type { AnswerOf } from '@/portal/kit/api/data';
import { count, date } from '@/portal/kit/ui/format';
import { paymentModeLabel, statusLabel } from '@/portal/kit/ui/status';
import type { RequestOf } from '@/lib/api/operation';
import { useNames, type Names } from './useNames';

type AudienceRequest = NonNullable<RequestOf<'/api/messages', 'post'>['body']['audience']>;
export type Audience = AnswerOf<'/api/messages/{id}'>['audience'];
export type FilterName = Exclude<keyof AudienceRequest, 'customer_ids'>;
export type ChosenFilters = Partial<Record<FilterName, string>>;

export const filterNames: Readonly<Record<FilterName, string>> = {
  status: 'Payment Status',
  payment_mode: 'Payment Mode',
  validity: 'Pass',
  package: 'Package',
  course: 'Registered for',
  holds_exam: 'May sit the exam',
  chosen: 'Has chosen of all exams',
  filled_in: 'Exams were filled in',
  exam_preference: 'Exam Preference',
  registered_from: 'Registered from',
  registered_to: 'Registered to',
  checked_in: 'Was let in on',
  not_checked_in: 'Was not let in on',
};

export const filters = Object.keys(filterNames) as readonly FilterName[];

/** As the address of a screen says, which other screens write. */
export function readAudience(params: URLSearchParams): { filters: ChosenFilters; picked: string[] } {
  const said = filters.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return { filters: Object.fromEntries(said), picked: params.getAll('candidate') };
}

/** Only what says something. */
export function toAudience(chosen: ChosenFilters, picked: readonly string[]): AudienceRequest {
  const said = filters.flatMap((name) => {
    const value = chosen[name];
    return value ? [[name, name === 'chosen' ? value === 'true' : value] as const] : [];
  });
  return { ...Object.fromEntries(said), ...(picked.length > 0 && { customer_ids: [...picked] }) };
}

/** A list of the door, `day:2025-05-31` or `exam:` and its id, for a person. */
export const listLabel = (list: string, names: Names): string => {
  const [kind, which = ''] = list.split(':');
  return kind === 'day' ? date(which) : names.exam(which);
};

const examLabel = (id: string, names: Names) => names.exam(id);

const valueLabels: Partial<Record<FilterName, (value: string, names: Names) => string>> = {
  status: statusLabel,
  payment_mode: paymentModeLabel,
  package: (id, names) => names.package(id),
  course: examLabel,
  holds_exam: examLabel,
  chosen: (value) => (value === 'true' ? 'yes' : 'no'),
  // Its name says nothing.
  filled_in: () => 'by one run',
  registered_from: date,
  registered_to: date,
  checked_in: listLabel,
  not_checked_in: listLabel,
};

/** The names that the words of an audience need. */
export function useAudienceNames(audience: Partial<Audience>): Names {
  const { course, holds_exam, checked_in, not_checked_in, package: bought } = audience;
  const lists = [checked_in, not_checked_in].filter((list) => list?.startsWith('exam:'));
  return useNames({ exams: Boolean(course || holds_exam) || lists.length > 0, packages: Boolean(bought) });
}

/** `picked` where who was picked is forgotten and their number is not. */
export function audienceInWords(
  audience: Audience,
  names: Names,
  picked = audience.customer_ids.length,
): string {
  const words = filters.flatMap((name) => {
    const value = String(audience[name] ?? '');
    return value ? [`${filterNames[name]}: ${valueLabels[name]?.(value, names) ?? value}`] : [];
  });
  if (picked > 0)
    words.push(`${picked === 1 ? '1 candidate who was' : `${count(picked)} candidates who were`} picked`);
  return words.length > 0 ? words.join(', ') : 'All candidates';
}
