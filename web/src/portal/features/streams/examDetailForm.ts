// What the form of an exam detail holds, what must be in it, and how it is sent.
import { callForBody } from '@/portal/kit/api/data';
import type { ExamDetail, ExamDetailInput } from '@/portal/kit/api/entries';
import { findTextError } from '@/portal/kit/forms/length';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { parseWhole } from '@/lib/wholeNumber';
import { keyHeader } from '@/portal/kit/forms/useAdding';
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
  /** Empty for any number. */
  capacity: string;
  details: string;
  /** By their ids, in the order in which they are filled. */
  halls: string[];
  reportingTime: string;
}

export const toValues = (detail: ExamDetail | undefined): ExamDetailValues => ({
  image: detail?.image ?? '',
  date: detail?.date ?? '',
  timeStart: detail?.timeStart ?? '',
  timeEnd: detail?.timeEnd ?? '',
  venue: detail?.venue ?? '',
  examFee: detail ? String(detail.examFee) : '',
  examName: detail?.examName ?? '',
  capacity: detail?.capacity ? String(detail.capacity) : '',
  details: detail?.details ?? '',
  halls: detail?.halls ?? [],
  reportingTime: detail?.reportingTime ?? '',
});

export const validateExamDetail = (values: ExamDetailValues): FieldErrors<ExamDetailValues> => ({
  date: values.date ? undefined : 'Date is required',
  timeStart: values.timeStart ? undefined : 'Start time is required',
  timeEnd: findEndError(values),
  venue: findTextError(values.venue, 'venue'),
  examFee: findAmountError(values.examFee, 'Fee is required'),
  examName: findTextError(values.examName, 'name'),
  capacity: findCapacityError(values.capacity),
  details: findTextError(values.details, 'description'),
  reportingTime: findReportingError(values),
});

function findReportingError({ timeStart, reportingTime }: ExamDetailValues): string | undefined {
  if (timeStart && reportingTime > timeStart) return 'The reporting time must not be after the start time';
  return undefined;
}

function findEndError({ timeStart, timeEnd }: ExamDetailValues): string | undefined {
  if (!timeEnd) return 'End time is required';
  // Both are written HH:MM, so the order of the letters is the order of the day.
  if (timeStart && timeEnd <= timeStart) return 'End time must be after the start time';
  return undefined;
}

const mostPlaces = 10_000;

function findCapacityError(text: string): string | undefined {
  const places = parseWhole(text) ?? 0;
  return text.trim() === '' || (places >= 1 && places <= mostPlaces)
    ? undefined
    : 'Places must be a whole number from 1 to 10,000, or left empty';
}

interface Saving {
  /** What the person knows to be disturbed by it. */
  confirm: string[];
  /** Whether those who hold it are told. */
  tell: boolean;
  /** Of a new one, what it is made once by. */
  key?: string;
}

export function saveExamDetail(
  values: ExamDetailValues,
  examId: string,
  detail: ExamDetail | undefined,
  { confirm, tell, key }: Saving,
) {
  const capacity = parseWhole(values.capacity);
  const body: ExamDetailInput = {
    examId,
    date: values.date,
    timeStart: values.timeStart,
    timeEnd: values.timeEnd,
    venue: values.venue.trim(),
    examFee: parseRupees(values.examFee) ?? 0,
    examName: values.examName.trim(),
    details: values.details.trim(),
    ...(capacity !== undefined && { capacity }),
    halls: values.halls,
    reportingTime: values.reportingTime,
    ...(values.image !== (detail?.image ?? '') && { image: values.image }),
    ...(confirm.length > 0 && { confirm }),
    ...(tell && { tell }),
  };
  return detail
    ? callForBody('put', '/api/exam-details/{id}', {
        path: { id: detail._id },
        body: { ...body, version: detail.version },
      })
    : callForBody('post', '/api/exam-details', { ...keyHeader(key), body });
}
