// The filters of the audit log, as the address keeps them.

export interface Filters {
  /** A username. */
  by: string;
  /** What the entries are about. */
  kind: string;
  /** Days, `2025-05-31`. */
  from: string;
  to: string;
}

const names = ['by', 'kind', 'from', 'to'] as const;

export const kinds = [
  { value: 'candidates', label: 'Candidates' },
  { value: 'payments', label: 'Payments and refunds' },
  { value: 'passes', label: 'Passes' },
  { value: 'catalogue', label: 'Packages, colleges and exams' },
  { value: 'content', label: 'Banners, institutes and brands' },
  { value: 'tills', label: 'Tills' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'accounts', label: 'Accounts and signing in' },
  { value: 'system', label: 'Sheet, lists and the whole' },
] as const;

export type Kind = (typeof kinds)[number]['value'];

const isKind = (text: string): text is Kind => kinds.some(({ value }) => value === text);
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** What an address names and the portal does not know is left out. */
export function readFilters(params: URLSearchParams): Filters {
  const text = (name: string) => params.get(name) ?? '';
  const kind = text('kind');
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return { by: text('by'), kind: isKind(kind) ? kind : '', from: day('from'), to: day('to') };
}

export function toParams(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of names) if (filters[name]) params.set(name, filters[name]);
  return params;
}

export function toQuery({ by, kind, from, to }: Filters) {
  return {
    ...(by && { by }),
    ...(isKind(kind) && { kind }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

export const noFilters = readFilters(new URLSearchParams());
export const isFiltered = (filters: Filters) => names.some((name) => filters[name] !== '');
