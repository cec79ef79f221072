// What staff can do about one payment.
import { useState } from 'react';
import { call, isLost } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { wait } from '@/lib/wait';
import { isServerError } from '@/lib/api/notKnown';
import { failureText } from '@/portal/kit/api/failure';
import { isRefusal } from '@/portal/kit/api/refused';
import { statusLabel } from '@/portal/kit/ui/status';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { useToaster } from '@/portal/kit/ui/Toaster';

export type Deed = 'markPaid' | 'resend' | 'askAgain';

const ofOrder = (order_id: string) => ({ path: { order_id } });

/** How often, and how far apart, a lost answer is asked about. The change may still be under way. */
const looks = 3;
const betweenLooksMs = 2_000;

const notUpdated = 'Failed to update payment status';
const notPaidYet = 'The payment is not marked as paid yet';
const notKnown = 'It is not known whether the payment was marked as paid';
const pressAgain =
  'look at the status; if it is still pending, press Mark Paid again. A payment is never marked twice.';

/** Whether the order is paid by now; undefined when that cannot be learnt either. */
async function isPaidByNow(customerId: string, orderId: string): Promise<boolean | undefined> {
  let known: boolean | undefined;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await wait(betweenLooksMs, new AbortController().signal);
    try {
      const file = await call('get', '/api/customers/{customerId}', { path: { customerId } });
      known = file?.payments.some(({ order_id, status }) => order_id === orderId && status === 'PAID');
    } catch (error) {
      if (isRefusal(error)) return undefined;
    }
    if (known) return true;
  }
  return known;
}

type Answer = components['schemas']['AskedAgain'];

function summaryOf({ status, reversals }: Answer): string {
  const stands = `The payment is ${statusLabel(status)}.`;
  if (reversals.length === 0) return stands;
  const found = reversals.map(({ summary }) => summary).join(', ');
  return reversals.some((reversal) => reversal.new)
    ? `${stands} Found at the provider: ${found}. It is under Needs attention now.`
    : `${stands} Known before: ${found}.`;
}

export interface Actions {
  /** What is under way. */
  busy: { deed: Deed; orderId: string } | undefined;
  run: (deed: Deed, orderId: string) => Promise<void>;
}

/** Of all payments of a candidate: one thing is done at a time, also where it can be pressed in two places. */
export function usePaymentActions(customerId: string, name: string, reload: () => Promise<unknown>): Actions {
  const deeds = useDeeds(customerId, name, reload);
  const [busy, setBusy] = useState<Actions['busy']>();
  return {
    busy,
    run: async (deed, orderId) => {
      setBusy({ deed, orderId });
      try {
        await deeds[deed](orderId);
      } finally {
        setBusy(undefined);
      }
    },
  };
}

/** Each ends by saying what happened and loading the payments again; none rejects. */
function useDeeds(
  customerId: string,
  name: string,
  reload: () => Promise<unknown>,
): Record<Deed, (orderId: string) => Promise<void>> {
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();

  return {
    async markPaid(orderId) {
      try {
        await call('put', '/api/payments/{order_id}/status', {
          ...ofOrder(orderId),
          body: { status: 'PAID' },
        });
      } catch (error) {
        const isRefused = isRefusal(error);
        const isPaid = !isRefused && (await isPaidByNow(customerId, orderId));
        if (!isPaid) {
          // The reason of a refusal is the server's, such as that the address has paid by another order.
          const state = isPaid === false ? notPaidYet : notKnown;
          if (isRefused) await alert(notUpdated, failureText(error, ''), error);
          else if (isServerError(error)) {
            await alert(notUpdated, `The server met an error. ${state}. Please ${pressAgain}`, error);
          } else
            await alert(state, `The server did not answer. Check the connection and ${pressAgain}`, error);
          await reload();
          return;
        }
      }
      let message = 'Payment status updated and success email sent!';
      try {
        await call('post', '/api/payments/send-success-email/{order_id}', ofOrder(orderId));
      } catch (error) {
        const notSent = 'Payment status updated, but failed to send success email';
        message = !isLost(error)
          ? notSent
          : isServerError(error)
            ? `${notSent}. The server met an error, so it may have been sent all the same.`
            : 'Payment status updated. It is not known whether the success email was sent';
      }
      await Promise.all([alert(message), reload()]);
    },

    async resend(orderId) {
      const agreed = await confirm({
        title: `Send the pass to ${name} again?`,
        text: 'A further e-mail with the pass is sent to the candidate’s address.',
        agree: 'Send pass again',
      });
      if (!agreed) return;
      try {
        await call('post', '/api/payments/{order_id}/resend-email', ofOrder(orderId));
        toaster.success('The pass was sent again.');
      } catch (error) {
        toaster.error(
          failureText(
            error,
            'The pass could not be sent. Please try again later.',
            'it is not known whether the pass was sent. If you send it again, the candidate may get it twice.',
          ),
          error,
        );
      }
      await reload();
    },

    async askAgain(orderId) {
      try {
        const answer = await call('post', '/api/payments/{order_id}/ask-again', ofOrder(orderId));
        toaster.success(answer ? summaryOf(answer) : 'The provider was asked.');
      } catch (error) {
        toaster.error(
          failureText(error, 'The payment provider could not be asked. Please try again later.'),
          error,
        );
      }
      await reload();
    },
  };
}
