// What an administrator can do about one payment.
import { call } from '@/lib/api/client';
import { failureText } from '../failure';
import { statusLabel } from '../status';
import { useDialogs } from '../ui/DialogsProvider';
import { useToaster } from '../ui/Toaster';

export type Deed = 'markPaid' | 'resend' | 'askAgain';

const pass = (order_id: string) => ({ path: { order_id } });

/** Each ends with what happened told and the payments read again; none rejects. */
export function usePaymentActions(
  name: string,
  reload: () => Promise<unknown>,
): Record<Deed, (orderId: string) => Promise<void>> {
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();

  return {
    async markPaid(orderId) {
      try {
        await call('put', '/api/payments/{order_id}/status', { ...pass(orderId), body: { status: 'PAID' } });
      } catch (error) {
        // The reason is the server's, such as that the address has paid by another order.
        await alert('Failed to update payment status', failureText(error, ''), error);
        await reload();
        return;
      }
      let told = 'Payment status updated and success email sent!';
      try {
        await call('post', '/api/payments/send-success-email/{order_id}', pass(orderId));
      } catch {
        told = 'Payment status updated, but failed to send success email';
      }
      await Promise.all([alert(told), reload()]);
    },

    async resend(orderId) {
      const agreed = await confirm({
        title: `Send the pass to ${name} again?`,
        text: 'A further e-mail with the pass is sent to the candidate’s address.',
        agree: 'Send pass again',
      });
      if (!agreed) return;
      try {
        await call('post', '/api/payments/{order_id}/resend-email', pass(orderId));
        toaster.success('The pass was sent again.');
      } catch (error) {
        toaster.error(failureText(error, 'The pass could not be sent. Please try again later.'), error);
      }
      await reload();
    },

    async askAgain(orderId) {
      try {
        const answer = await call('post', '/api/payments/{order_id}/ask-again', pass(orderId));
        toaster.success(answer ? `The payment is ${statusLabel(answer.status)}.` : 'The provider was asked.');
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
