// The difference between what something was and what it became, in people's words.
import { rupees } from '@/lib/format';
import { roleName } from '@/portal/kit/session/rights';
import { date, dateTime } from '@/portal/kit/ui/format';
import { saleStateLabel } from '@/portal/kit/ui/saleState';
import { paymentModeLabel, statusLabel } from '@/portal/kit/ui/status';
import { labelOf } from './labels';

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

/** What is in a field of this name, where it is more than a text. */
const readers: Readonly<Record<string, (value: never) => string>> = {
  price: rupees,
  order_amount: rupees,
  examFee: rupees,
  amount: rupees,
  refundable: rupees,
  difference: rupees,
  expected: rupees,
  counted: rupees,
  opening: rupees,
  cash: rupees,
  card: rupees,
  upi: rupees,
  total: rupees,
  at: dateTime,
  sent_at: dateTime,
  closed_at: dateTime,
  date: date,
  status: statusLabel,
  state: saleStateLabel,
  payment_mode: paymentModeLabel,
  mode: paymentModeLabel,
  role: roleName,
  type: (value: string) => (value === 'allColleges' ? 'All colleges' : 'One college'),
};

const kindOfReader: Readonly<Record<string, 'number' | 'string'>> = Object.fromEntries(
  Object.entries(readers).map(([field, reader]) => [field, reader === rupees ? 'number' : 'string']),
);

const isWhole = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

function written(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((part) => written('', part) ?? '').join(', ') || 'None';
  if (isFields(value)) {
    return Object.entries(value)
      .flatMap(([name, part]) => {
        const text = written(name, part);
        return text === undefined ? [] : [`${labelOf(name)}: ${text}`];
      })
      .join(', ');
  }
  const reader = readers[field];
  if (reader && typeof value === kindOfReader[field]) return reader(value as never);
  if (typeof value !== 'string') return JSON.stringify(value);
  return isWhole.test(value) ? dateTime(value) : value;
}

/** What differs, in the order in which the server names the fields. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    if (isOurs.has(name) || JSON.stringify(old[name]) === JSON.stringify(now[name])) return [];
    const from = written(name, old[name]);
    const to = written(name, now[name]);
    if (from === undefined && to === undefined) return [];
    const field = labelOf(name);
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

/** What counts or names things for programs alone. */
const isOurs = new Set(['_id', 'version', 'job', 'message_id']);
