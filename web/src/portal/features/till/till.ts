// A till, as the API answers it.
import { rupees } from '@/lib/format';
import type { AnswerOf } from '@/portal/kit/api/data';
import type { Found } from './Difference';

/** As a till is counted, everywhere in this order. */
export const tillModes = ['cash', 'card', 'upi'] as const;
export type TillMode = (typeof tillModes)[number];

export type DayTills = AnswerOf<'/api/till'>;
export type Till = DayTills['tills'][number];

type Sums = Pick<DayTills, 'missing' | 'surplus'> & { counted?: number | null | undefined };

/** What the last closings of a mode, a till or a day found. */
export const foundBy = ({ missing, surplus, counted }: Sums): Found => ({
  missing,
  surplus,
  isCounted: counted !== null && counted !== undefined,
});

/** What moved since a till was closed, with its direction. */
export const sinceClosing = (amount: number): string =>
  amount === 0 ? '–' : `${amount > 0 ? '+' : '−'}${rupees(Math.abs(amount))}`;
