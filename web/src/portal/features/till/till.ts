// A till, as the API answers it.
import type { AnswerOf } from '@/portal/kit/api/data';

export type DayTills = AnswerOf<'/api/till'>;
export type Till = DayTills['tills'][number];
