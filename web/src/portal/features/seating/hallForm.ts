// What the form of a hall holds, what must be in it, and how it is sent.
import { callForBody } from '@/portal/kit/api/data';
import { findTextError } from '@/portal/kit/forms/length';
import { keyHeader } from '@/portal/kit/forms/useAdding';
import type { FieldErrors } from '@/portal/kit/forms/useForm';
import { rowsOf, type Hall } from './seats';

export interface HallValues {
  name: string;
  rows: string;
  columns: string;
  blocked: string[];
}

export const toValues = (hall: Hall | undefined): HallValues => ({
  name: hall?.name ?? '',
  rows: hall ? String(hall.rows) : '',
  columns: hall ? String(hall.columns) : '',
  blocked: hall?.blocked ?? [],
});

/** The number of a field, if a hall can have so many. */
export function countIn(text: string): number | undefined {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= 100 ? number : undefined;
}

export const validateHall = ({ name, rows, columns }: HallValues): FieldErrors<HallValues> => ({
  name: findTextError(name, 'name', 'Name is required'),
  rows: countIn(rows) === undefined ? 'Please enter 1 to 100 rows' : undefined,
  columns: countIn(columns) === undefined ? 'Please enter 1 to 100 seats a row' : undefined,
  blocked: undefined,
});

/** The blocked seats that the hall still has. */
export function blockedIn({ rows, columns, blocked }: HallValues): string[] {
  const all = new Set(rowsOf(countIn(rows) ?? 0, countIn(columns) ?? 0).flatMap(({ labels }) => labels));
  return blocked.filter((label) => all.has(label));
}

export async function saveHall(values: HallValues, hall: Hall | undefined, key?: string) {
  const body = {
    name: values.name.trim(),
    rows: countIn(values.rows) ?? 0,
    columns: countIn(values.columns) ?? 0,
    blocked: blockedIn(values),
  };
  const saved = hall
    ? await callForBody('put', '/api/halls/{id}', {
        path: { id: hall._id },
        body: { ...body, version: hall.version },
      })
    : await callForBody('post', '/api/halls', { ...keyHeader(key), body });
  return { entry: saved.hall, message: hall ? 'The hall is saved.' : 'The hall is added.' };
}
