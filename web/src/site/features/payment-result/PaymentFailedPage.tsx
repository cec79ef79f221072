// The payment did not go through, as far as is known. Money can still arrive, so it keeps asking while the
// order is open.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '@/components/Button';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { Reference } from '@/components/Reference';
import { texts } from '@/content/texts';
import { referenceOf } from '@/lib/api/client';
import type { PaymentStatus } from '@/lib/api/types';
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import styles from './PaymentFailedPage.module.css';

const askEveryMs = 10_000;

/** A failed attempt does not close an order; only payment and expiry do. */
const isOpen = (payment: PaymentStatus | undefined): boolean =>
  payment !== undefined && payment.status !== 'PAID' && payment.status !== 'EXPIRED';

export function PaymentFailedPage({ onPaid }: { onPaid: () => void }) {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  const { data: payment, error } = usePaymentStatus(orderId, {
    refreshInterval: (latest) => (latest === undefined || isOpen(latest) ? askEveryMs : 0),
    errorRetryInterval: askEveryMs,
    errorRetryCount: 5,
  });
  const isPaid = payment?.status === 'PAID';

  useEffect(() => {
    if (isPaid) onPaid();
  }, [isPaid, onPaid]);

  return (
    <Page title={isPaid ? 'Payment received' : 'Payment Failed'} isPrivate isNarrow>
      <div className={styles.stack}>
        {!isPaid && <WhatHappened />}
        {/* One region for both, so that the good news is read out when it comes. */}
        <div role="status" className={styles.news}>
          {isPaid && orderId && <Arrived orderId={orderId} />}
          {isOpen(payment) && (
            <p className={styles.open}>If money was debited, do not pay again: we will e-mail your pass</p>
          )}
        </div>
        {!isPaid && <WhatNow />}
        <Reference id={referenceOf(error)} />
      </div>
    </Page>
  );
}

function Arrived({ orderId }: { orderId: string }) {
  return (
    <>
      <h1>Your payment has arrived</h1>
      <p>Please do not pay again. Your pass is ready, and it is on its way to your e-mail address too.</p>
      <ButtonLink to={paths.pass(orderId)}>View your pass</ButtonLink>
    </>
  );
}

function WhatHappened() {
  return (
    <>
      <h1>Payment Failed</h1>
      <h2 className={styles.sub}>Payment Unsuccessful</h2>
      <p>We couldn't process your payment. Please check your payment details and try again.</p>
      <p className={styles.box}>
        Error: Payment declined by your bank. Please contact your bank or try a different payment method.
      </p>
    </>
  );
}

function WhatNow() {
  return (
    <>
      <ButtonLink to={paths.register}>Try Again</ButtonLink>
      <ButtonLink look="quiet" to={paths.home}>
        {texts.backToHome}
      </ButtonLink>
      <Link className={styles.help} to={paths.contact}>
        Need help? Contact support
      </Link>
    </>
  );
}
