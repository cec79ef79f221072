// Whether what is shown answers a question before the one that is asked, which is on its way or has failed.
import { useState } from 'react';

/** Of an answer that keeps the data before. */
export function useIsOfBefore(
  asked: string,
  { error, isLoading }: { error: unknown; isLoading: boolean },
): boolean {
  const [answered, setAnswered] = useState(asked);
  if (answered !== asked && !isLoading && error === undefined) setAnswered(asked);
  return answered !== asked;
}
