// A request for a mail with every pass of an address. The server answers alike whether the address has any.
import { useState } from 'react';
import { useProblem, type Shown } from '../useProblem';
import { ApiError, call } from './client';
import { whyNotKnown } from './notKnown';

/** Beside every promise of a mail: the server answers alike where it sends none any more, and who has an earlier one need not wait. */
export const mostMails =
  'An address gets one mail in ten minutes and six a day at most, for all who ask. An earlier one still opens its passes.';

interface Problem {
  message: string;
  /** Whether it is about the address. */
  isInvalid: boolean;
  reference: string | undefined;
}

interface Sent {
  to: string;
  /** The server's words. */
  message: string;
}

export interface PassRequest {
  isBusy: boolean;
  sent: Sent | undefined;
  problem: Shown<Problem> | undefined;
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
  const { problem, fail, forgive, clear } = useProblem<Problem>();

  const send = (email: string) => {
    if (isBusy) return;
    const to = email.trim();
    setBusy(true);
    clear();
    call('post', '/api/passes/find', { body: { email: to } })
      .then((answer) => {
        if (!answer?.message) throw ApiError.unusable(200, true);
        setSent({ to, message: answer.message });
      })
      .catch((error: unknown) => {
        const known = error instanceof ApiError ? error : undefined;
        fail({
          message: messageOf(known),
          isInvalid: known?.details.field === 'email',
          reference: known?.reference,
        });
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
      fail({ message, isInvalid: true, reference: undefined });
    },
    forgive: () => {
      forgive((shown) => (shown.isInvalid ? undefined : shown));
    },
    reset: () => {
      setSent(undefined);
      clear();
    },
  };
}

function messageOf(error: ApiError | undefined): string {
  if (error?.status === 429) {
    // It may be a limit that many people share, so nobody is blamed for it.
    return `We cannot look for more passes at the moment. Please try again ${whenAgain(error.details.retryAfterSeconds)}.`;
  }
  if (error?.isLost) {
    return `${whyNotKnown(error)} we do not know whether your request arrived. Please try again: one mail is sent, however often you ask.`;
  }
  return error?.message || 'Your request could not be sent. Please try again.';
}

function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a few minutes';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'in a minute' : `in ${String(minutes)} minutes`;
}
