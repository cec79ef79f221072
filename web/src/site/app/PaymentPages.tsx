// The payment pages, and what to do when the money has arrived: what was typed is no longer needed, and the
// phone may be borrowed.
import { PaymentFailedPage } from '@/site/features/payment-result/PaymentFailedPage';
import { PaymentReturnPage } from '@/site/features/payment-result/PaymentReturnPage';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore } from '@/site/features/registration/attempt';
import { forgetRegistration } from '@/site/features/registration/forget';

export function ReturnPage() {
  return <PaymentReturnPage onPaid={forgetRegistration} />;
}

export function FailedPage() {
  const attempt = useSessionStore(attemptStore);
  return <PaymentFailedPage onPaid={forgetRegistration} orderHere={attempt?.orderId} />;
}
