// What the API says about the attendance of one list.
import type { AnswerOf } from '@/portal/kit/api/data';

export type AttendanceAnswer = AnswerOf<'/api/check-in/attendance'>;
