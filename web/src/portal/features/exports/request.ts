// What is exported: the form's values, and what is asked of them.
import type { RequestOf } from '@/lib/api/operation';

export type ExportRequest = RequestOf<'/api/exports', 'post'>['body'];
export type ExportFilters = NonNullable<ExportRequest['filters']>;
export type FilterName = Exclude<keyof ExportFilters, 'customer_ids'>;

export const kinds = [
  { value: 'candidates', label: 'Candidates' },
  { value: 'payments', label: 'Payments and refunds' },
  { value: 'till', label: 'Till' },
  { value: 'attendance', label: 'Attendance' },
  { value: 'results', label: 'Seats and results' },
  { value: 'audit', label: 'Audit log' },
] as const;

export const formats = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'CSV (.csv)' },
] as const;

export const labelOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** The filters that a kind has, in the order of the form. */
const filtersOf: Readonly<Record<string, readonly FilterName[]>> = {
  candidates: [
    'status',
    'payment_mode',
    'course_category',
    'package',
    'exam_preference',
    'from',
    'to',
    'email',
    'search',
  ],
  payments: ['payment_mode', 'course_category', 'from', 'to'],
  till: ['from', 'to', 'person'],
  attendance: ['list'],
  results: ['course_category'],
  audit: ['from', 'to', 'person'],
};

const filterNames: Readonly<Record<FilterName, string>> = {
  status: 'Payment Status',
  payment_mode: 'Payment Mode',
  course_category: 'Course Category',
  email: 'Email begins with',
  search: 'Name, phone or pass no.',
  package: 'Package',
  exam_preference: 'Exam Preference',
  from: 'From',
  to: 'To',
  person: 'Person',
  list: 'List',
};

/** What a filter means for a kind. */
export function labelFor(name: FilterName, kind: string): string {
  if (name === 'person' && kind === 'till') return 'Clerk';
  if (kind !== 'candidates') return filterNames[name];
  return { from: 'Registered from', to: 'Registered to' }[name as string] ?? filterNames[name];
}

export const filtersFor = (kind: string): readonly FilterName[] => filtersOf[kind] ?? [];

export interface ExportForm {
  kind: string;
  format: string;
  filters: Partial<Record<FilterName, string>>;
  /** Who was picked in the list of candidates, whom an export of candidates has instead of those whom the filters admit. */
  picked: readonly string[];
}

export const isOfPicked = ({ kind, picked }: ExportForm): boolean =>
  kind === 'candidates' && picked.length > 0;

/** As the address of the screen says, which the candidate list writes. */
export function readForm(params: URLSearchParams): ExportForm {
  const kind = params.get('kind') ?? 'candidates';
  const filters = filtersFor(kind).flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    kind,
    format: 'xlsx',
    filters: Object.fromEntries(filters),
    picked: params.getAll('candidate'),
  };
}

/** Only the filters that the kind has and that say something: those of another kind are kept in the form. */
export function toRequest(form: ExportForm): ExportRequest {
  const { kind, format, filters, picked } = form;
  if (isOfPicked(form)) return { kind, format, filters: { customer_ids: [...picked] } };
  const said = filtersFor(kind).flatMap((name) => {
    const value = filters[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  return { kind, format, filters: Object.fromEntries(said) };
}
