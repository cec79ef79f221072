// Whether an address is registered for the chosen course already, asked while the form is being filled in.
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

/** Only for what stands in the form at this moment; a check that fails stops nobody, the server repeats it. */
export function useDuplicateCheck(
  typedEmail: string,
  { package: chosen, college, course }: Choice,
): Duplicate | undefined {
  const email = addressIn(typedEmail).toLowerCase();
  const isAskable = email.includes('@') && !chosen?.AllowAllCollege && college && course;
  const question = isAskable ? JSON.stringify([email, college._id, course._id]) : '';
  const settled = useSettled(question);
  const [asked, collegeId, course_category] = (settled ? JSON.parse(settled) : []) as (string | undefined)[];
  const { data } = useAnswer(
    '/api/payments/check-email',
    asked && collegeId && course_category
      ? { query: { email: asked, collegeId, course_category } }
      : undefined,
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
