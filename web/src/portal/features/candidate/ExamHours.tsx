// When and where the chosen exam is, by the catalogue of today.
import { hours, shortDay } from '@/lib/examTime';
import { useAnswer } from '@/portal/kit/api/data';

const request = {};

/** Nothing for all courses, and for an exam that is not in the catalogue any more. */
export function ExamHours({ course }: { course: string | null | undefined }) {
  const { data } = useAnswer('/api/exam-details', course ? request : undefined);
  const exam = data?.find(({ _id }) => _id === course);
  if (!exam) return null;
  return (
    <div>
      {[shortDay(exam.date), hours(exam.timeStart, exam.timeEnd), exam.venue].filter(Boolean).join(', ')}
    </div>
  );
}
