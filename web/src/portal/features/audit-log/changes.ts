// The difference between what something was and what it became.

export interface FieldChange {
  field: string;
  from?: string;
  to?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or a number that is no object is one field without a name of its own. */
const fieldsOf = (value: unknown): Fields => {
  if (isFields(value)) return value;
  return value === undefined || value === null ? {} : { value };
};

const written = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const from = written(old[field]);
    const to = written(now[field]);
    if (from === to) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}
