// What the form of an exam detail holds, what must be in it, and how it is sent.
import { call } from '@/lib/api/client';
import type { ExamDetail, ExamDetailInput } from '@/portal/kit/api/entries';
import { findLengthError } from '@/portal/kit/forms/length';
import { findAmountError, parseRupees } from '@/portal/kit/forms/money';
import type { FieldErrors } from '@/portal/kit/forms/useForm';

export interface ExamDetailValues {
  /** The address of the stored picture, or the data URL of one that was just picked. */
  image: string;
  date: string;
  timeStart: string;
  timeEnd: string;
  venue: string;
  examFee: string;
  examName: string;
  details: string;
}

export const toValues = (detail: ExamDetail | undefined): ExamDetailValues => ({
  image: detail?.image ?? '',
  date: detail?.date ?? '',
  timeStart: detail?.timeStart ?? '',
  timeEnd: detail?.timeEnd ?? '',
  venue: detail?.venue ?? '',
  examFee: detail ? String(detail.examFee) : '',
  examName: detail?.examName ?? '',
  details: detail?.details ?? '',
});

export function validateExamDetail(values: ExamDetailValues): FieldErrors<ExamDetailValues> {
  const found: Record<keyof Omit<ExamDetailValues, 'image'>, string | undefined> = {
    date: values.date ? undefined : 'Date is required',
    timeStart: values.timeStart ? undefined : 'Start time is required',
    timeEnd: findEndError(values),
    venue: findLengthError(values.venue, 'venue'),
    examFee: findAmountError(values.examFee, 'Fee is required'),
    examName: findLengthError(values.examName, 'name'),
    details: findLengthError(values.details, 'description'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

function findEndError({ timeStart, timeEnd }: ExamDetailValues): string | undefined {
  if (!timeEnd) return 'End time is required';
  // Both are written HH:MM, so the order of the letters is the order of the day.
  if (timeStart && timeEnd <= timeStart) return 'End time must be after the start time';
  return undefined;
}

export async function saveExamDetail(
  values: ExamDetailValues,
  examId: string,
  detail: ExamDetail | undefined,
) {
  const body: ExamDetailInput = {
    examId,
    date: values.date,
    timeStart: values.timeStart,
    timeEnd: values.timeEnd,
    venue: values.venue.trim(),
    examFee: parseRupees(values.examFee) ?? 0,
    examName: values.examName.trim(),
    details: values.details.trim(),
    ...(values.image !== (detail?.image ?? '') && { image: values.image }),
  };
  const saved = detail
    ? await call('put', '/api/exam-details/{id}', {
        path: { id: detail._id },
        body: { ...body, version: detail.version },
      })
    : await call('post', '/api/exam-details', { body });
  if (!saved) throw new Error('');
  return saved;
}
