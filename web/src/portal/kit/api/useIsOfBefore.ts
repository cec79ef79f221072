// Whether what is shown answers a question before the one that is asked, which is on its way or has failed.
import { useState } from 'react';

/**
 * Of an answer that keeps the data before. The answer to another question is another object, also where it says the same; it
 * stays the answer where reading it again has failed.
 */
export function useIsOfBefore(
  asked: string,
  { data, isLoading }: { data: unknown; isLoading: boolean },
): boolean {
  const [answered, setAnswered] = useState({ asked, data });
  if (!isLoading && data !== answered.data) setAnswered({ asked, data });
  return answered.asked !== asked;
}
