// A request for a mail with every pass of an address. The server answers alike whether the address has any.
import { useRef, useState } from 'react';
import { ApiError, call } from './client';

interface Problem {
  message: string;
  /** Whether it is about the address. */
  isInvalid: boolean;
  reference: string | undefined;
  /** Counts up, so that the same problem twice is announced twice. */
  occurrence: number;
}

interface Sent {
  to: string;
  /** The server's words. */
  message: string;
}

export interface PassRequest {
  isBusy: boolean;
  sent: Sent | undefined;
  problem: Problem | undefined;
  send: (email: string) => void;
  /** Says what is wrong with the address without asking the server. */
  refuse: (message: string) => void;
  /** Takes back what was said about the address, as it is being changed. */
  forgive: () => void;
  /** Ready for another address. */
  reset: () => void;
}

export function usePassRequest(): PassRequest {
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const [problem, setProblem] = useState<Problem>();
  const occurrences = useRef(0);

  const fail = (message: string, isInvalid: boolean, reference?: string) => {
    occurrences.current += 1;
    setProblem({ message, isInvalid, reference, occurrence: occurrences.current });
  };

  const send = (email: string) => {
    if (isBusy) return;
    const to = email.trim();
    setBusy(true);
    setProblem(undefined);
    call('post', '/api/passes/find', { body: { email: to } })
      .then((answer) => {
        if (!answer?.message) throw ApiError.unusable();
        setSent({ to, message: answer.message });
      })
      .catch((error: unknown) => {
        const known = error instanceof ApiError ? error : undefined;
        fail(messageOf(known), known?.details.field === 'email', known?.reference);
      })
      .finally(() => {
        setBusy(false);
      });
  };

  return {
    isBusy,
    sent,
    problem,
    send,
    refuse: (message) => {
      fail(message, true);
    },
    forgive: () => {
      setProblem((shown) => (shown?.isInvalid ? undefined : shown));
    },
    reset: () => {
      setSent(undefined);
      setProblem(undefined);
    },
  };
}

function messageOf(error: ApiError | undefined): string {
  if (error?.status === 429) {
    // It may be a limit that many people share, so nobody is blamed for it.
    return `We cannot look for more passes at the moment. Please try again ${whenAgain(error.details.retryAfterSeconds)}.`;
  }
  return error?.message || 'Your request could not be sent. Please try again.';
}

function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'in some minutes';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'in a minute' : `in ${String(minutes)} minutes`;
}
