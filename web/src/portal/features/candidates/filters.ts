// The candidate list's filters and place, as the address keeps them.

import { readRowCount, usualRows, type RowCount } from './rowCount';

/** The value of a filter that lets everything pass; absent in the address, but for the status. */
export const everything = '' as const;
const everyStatus = 'all';
const defaultStatus = 'PAID';

export interface Filters {
  /** Finds anybody by what is typed. */
  search: string;
  email: string;
  payment_mode: string;
  course_category: string;
  /** PAID unless chosen otherwise. */
  status: string;
  package: string;
  exam_preference: string;
  /** The days of registration, `2025-05-31`. */
  from: string;
  to: string;
}

/** Those that are behind "More filters": the server looks through the list for them, and counts what it finds. */
export const moreFilters = ['package', 'exam_preference', 'from', 'to'] as const;

/** How many of them are set. */
export const countMore = (filters: Filters): number =>
  moreFilters.filter((name) => filters[name] !== everything).length;

export interface Place {
  /** From 1. */
  page: number;
  /** Where the server goes on from; a page without one is found by its number. */
  cursor: string | undefined;
  /** On one page. */
  rows: RowCount;
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const day = (text: string | null): string => (text !== null && isDay(text) ? text : everything);

export function readFilters(params: URLSearchParams): Filters {
  const status = params.get('status') ?? defaultStatus;
  return {
    search: params.get('search') ?? everything,
    email: params.get('email') ?? everything,
    payment_mode: params.get('payment_mode') ?? everything,
    course_category: params.get('course_category') ?? everything,
    status: status === everyStatus ? everything : status,
    package: params.get('package') ?? everything,
    exam_preference: params.get('exam_preference') ?? everything,
    from: day(params.get('from')),
    to: day(params.get('to')),
  };
}

/**
 * The first page has as many rows as its reader wants. A further one has those that its address names, so that it is the same
 * page to everybody.
 */
export function readPlace(params: URLSearchParams, wanted: RowCount): Place {
  const page = Number(params.get('page') ?? '1');
  if (!Number.isInteger(page) || page < 2) return { page: 1, cursor: undefined, rows: wanted };
  const rows = readRowCount(params.get('rows')) ?? usualRows;
  return { page, cursor: params.get('cursor') ?? undefined, rows };
}

/** What differs from the list as it opens, so that its plain address has no query. */
export function toParams(filters: Filters, place?: Place) {
  const { search, email, payment_mode, course_category, status } = filters;
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (email) params.set('email', email);
  if (payment_mode) params.set('payment_mode', payment_mode);
  if (course_category) params.set('course_category', course_category);
  if (status !== defaultStatus) params.set('status', status || everyStatus);
  for (const name of moreFilters) if (filters[name]) params.set(name, filters[name]);
  if (place && place.page > 1) {
    params.set('page', String(place.page));
    if (place.cursor) params.set('cursor', place.cursor);
    if (place.rows !== usualRows) params.set('rows', String(place.rows));
  }
  return params;
}

export const noFilters = readFilters(new URLSearchParams());

export function toQuery(filters: Filters, { page, cursor, rows }: Place) {
  const { search, email, payment_mode, course_category, status } = filters;
  return {
    page,
    limit: rows,
    ...(search && { search }),
    ...(cursor && { cursor }),
    ...(email && { email }),
    ...(payment_mode && { payment_mode }),
    ...(course_category && { course_category }),
    ...(status && { status }),
    ...more(filters),
  };
}

/** Those of the further filters that say something. */
const more = (filters: Filters) =>
  Object.fromEntries(moreFilters.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : [])));

/** The filters as the screen of exports reads them from its address. */
export const toExport = (filters: Filters) =>
  new URLSearchParams(Object.entries({ ...filters }).filter(([, value]) => value !== everything));

/** Who was picked, as the screens of a new message, of a bulk action and of exports read it from their address. */
export const toPicked = (picked: Iterable<string>) =>
  new URLSearchParams([...picked].map((id) => ['candidate', id]));

/**
 * Who is listed, as the screens of a new message and of a bulk action read it from their address; undefined where its filters cannot say that, and there
 * are more than this page has.
 */
export function toListed(
  filters: Filters,
  listed: readonly { customer_id: string }[],
  { filtered: matching, cut }: { filtered: number; cut?: boolean | undefined },
): URLSearchParams | undefined {
  const {
    search,
    email,
    payment_mode,
    course_category,
    status,
    package: bought,
    exam_preference,
    from,
    to,
  } = filters;
  // Where the server has not looked through all of the list, there may be matches further on.
  if (matching === 0 && !cut) return undefined;
  if (!search && !email) {
    return new URLSearchParams({
      ...(status && { status }),
      ...(payment_mode && { payment_mode }),
      ...(course_category && { course: course_category }),
      ...(bought && { package: bought }),
      ...(exam_preference && { exam_preference }),
      ...(from && { registered_from: from }),
      ...(to && { registered_to: to }),
    });
  }
  if (matching > listed.length) return undefined;
  return toPicked(listed.map(({ customer_id }) => customer_id));
}
