// What a form that is sent once knows: that it is under way, and why it was refused.
import { useState, type ReactElement } from 'react';
import { ApiError } from '@/lib/api/client';
import { failureText } from '@/portal/kit/api/failure';
import { withReference } from '@/portal/kit/ui/withReference';

interface Refusal {
  text: string;
  field: string | undefined;
  thrown?: unknown;
}

interface Sending {
  isBusy: boolean;
  /** Says what is wrong with a field before anything is sent. */
  refuse: (text: string, field: string) => void;
  /**
   * Runs it; what it throws is shown, by `fallback` where the server gives no reason, and by `whenLost` (as `failureText` has it)
   * where it is not known whether it was done.
   */
  send: (work: () => Promise<unknown>, fallback: string, whenLost?: string) => Promise<void>;
  /** Forgets the refusal. */
  reset: () => void;
  errorAt: (field: string) => string | undefined;
  /** Why it was refused, unless that is shown at one of these fields. */
  failureBeside: (...fields: readonly string[]) => string | ReactElement | undefined;
}

export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    isBusy,
    refuse: (text, field) => {
      setRefusal({ text, field });
    },
    send: async (work, fallback, whenLost) => {
      setBusy(true);
      setRefusal(undefined);
      try {
        await work();
      } catch (error) {
        const field = error instanceof ApiError ? error.details.field : undefined;
        setRefusal({ text: failureText(error, fallback, whenLost), field, thrown: error });
      } finally {
        setBusy(false);
      }
    },
    reset: () => {
      setRefusal(undefined);
    },
    errorAt: (field) => (refusal?.field === field ? refusal.text : undefined),
    failureBeside: (...fields) => {
      if (!refusal || (refusal.field !== undefined && fields.includes(refusal.field))) return undefined;
      return withReference(refusal.text, refusal.thrown);
    },
  };
}
