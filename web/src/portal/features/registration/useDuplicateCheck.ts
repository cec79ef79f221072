// Whether an address is registered already for the chosen course, or for a package of all colleges, asked while the form is
// being filled in.
import { useEffect, useState } from 'react';
import type { Choice } from '@/lib/registration/choice';
import { addressIn } from '@/lib/typed';
import { useAnswer } from '@/portal/kit/api/data';

const pauseMs = 500;

/** Somebody who is registered with the address that stands in the form. */
export interface Duplicate {
  /** Whose page tells more, once that is known. */
  customerId: string | undefined;
}

type Question = { email: string } & ({ packageId: string } | { collegeId: string; course_category: string });

/** Only for what stands in the form at this moment; a check that fails stops nobody, the server repeats it. */
export function useDuplicateCheck(
  typedEmail: string,
  { package: chosen, college, course }: Choice,
): Duplicate | undefined {
  const email = addressIn(typedEmail).toLowerCase();
  const what = chosen?.AllowAllCollege
    ? { packageId: chosen._id }
    : college && course && { collegeId: college._id, course_category: course._id };
  const question = what && email.includes('@') ? JSON.stringify({ email, ...what }) : '';
  const settled = useSettled(question);
  const { data } = useAnswer(
    '/api/payments/check-email',
    settled ? { query: JSON.parse(settled) as Question } : undefined,
    { shouldRetryOnError: false },
  );
  const isDuplicate = settled !== '' && settled === question && data?.exists === true;
  return isDuplicate ? { customerId: data.customer_id ?? undefined } : undefined;
}

/** A text as it was when it last stood still. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
