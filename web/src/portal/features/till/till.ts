// A till, as the API answers it.
import type { AnswerOf } from '@/portal/kit/api/data';

/** As a till is counted, everywhere in this order. */
export const tillModes = ['cash', 'card', 'upi'] as const;
export type TillMode = (typeof tillModes)[number];

export type DayTills = AnswerOf<'/api/till'>;
export type Till = DayTills['tills'][number];
