// The payment did not go through, as far as is known. Money can still arrive, so it keeps asking while the
// order is open.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { BookingId } from '@/components/BookingId';
import { Button, ButtonLink } from '@/components/Button';
import { ChargedTwice } from '@/components/ChargedTwice';
import { Link } from '@/components/Link';
import { MoneyBack } from '@/components/MoneyBack';
import { Page } from '@/components/Page';
import { Reference } from '@/components/Reference';
import { Spinner } from '@/components/Spinner';
import { WithdrawnPass } from '@/components/WithdrawnPass';
import { texts } from '@/content/texts';
import { referenceOf } from '@/lib/api/client';
import { mayBeUnderWay } from '@/lib/api/payments';
import type { PaymentStatus } from '@/lib/api/types';
import { usePass } from '@/lib/api/usePass';
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import { reasonOf, reasons, type Reason } from './reason';
import styles from './PaymentFailedPage.module.css';

const askEveryMs = 10_000;

/** A failed attempt does not close an order; only payment and expiry do. */
const isOpen = ({ status }: PaymentStatus): boolean => status !== 'PAID' && status !== 'EXPIRED';

/** A payment that was under way when its order expired may still arrive. */
const mayArrive = (payment: PaymentStatus): boolean =>
  isOpen(payment) || (payment.status === 'EXPIRED' && mayBeUnderWay(payment));

interface Props {
  onPaid: (orderId: string) => void;
  /** The order that this tab can go on with. */
  orderHere: string | undefined;
}

export function PaymentFailedPage({ onPaid, orderHere }: Props) {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  const {
    data: payment,
    error,
    isValidating,
    mutate,
  } = usePaymentStatus(orderId, {
    refreshInterval: (latest) => (latest === undefined || mayArrive(latest) ? askEveryMs : 0),
    errorRetryInterval: askEveryMs,
    errorRetryCount: 5,
  });
  const isPaid = payment?.status === 'PAID';
  const { found: pass, withdrawn } = usePass(isPaid ? orderId : undefined);
  const reason = reasonOf(orderId, payment, error);
  // While an attempt is under way, nothing may lead to a second one.
  const isResumable =
    payment !== undefined &&
    reason !== undefined &&
    isOpen(payment) &&
    !reasons[reason].mayBeDebited &&
    orderId === orderHere;

  useEffect(() => {
    if (isPaid && orderId) onPaid(orderId);
  }, [isPaid, orderId, onPaid]);

  if (orderId && withdrawn !== undefined) {
    return (
      <Page title="Your pass" isPrivate isNarrow>
        <WithdrawnPass orderId={orderId} withdrawn={withdrawn} />
      </Page>
    );
  }
  return (
    <Page title={isPaid ? 'Payment received' : titleOf(reason)} isPrivate isNarrow>
      <div className={styles.stack}>
        {!isPaid && <h1>{titleOf(reason)}</h1>}
        {/* One region for all of it, so that news is read out when it comes. */}
        <div role="status" className={styles.stack}>
          {isPaid && orderId ? (
            <Arrived orderId={orderId} isReady={pass !== undefined} />
          ) : reason ? (
            <WhatHappened reason={reason} />
          ) : (
            <p>
              <Spinner /> One moment
            </p>
          )}
        </div>
        {isPaid && orderId && <ChargedTwice orderId={orderId} />}
        <MoneyBack backs={payment?.money_back} />
        {!isPaid && reason && (
          <WhatNow
            reason={reason}
            isResumable={isResumable}
            onCheck={isValidating ? undefined : () => void mutate()}
          />
        )}
        {/* Also of an address that leads to no order: what it says shows the organisers where it was cut off. */}
        <BookingId isToQuote id={orderId ?? orderHere} />
        <Reference id={referenceOf(error)} />
      </div>
    </Page>
  );
}

function titleOf(reason: Reason | undefined): string {
  if (!reason) return 'Checking your payment';
  return reasons[reason].mayBeDebited ? 'Payment not confirmed yet' : 'Payment Failed';
}

function Arrived({ orderId, isReady }: { orderId: string; isReady: boolean }) {
  return (
    <>
      <h1>Your payment has arrived</h1>
      <p>
        {isReady
          ? 'Please do not pay again. Your pass is ready, and it is on its way to your email address too.'
          : 'Please do not pay again.'}
      </p>
      <ButtonLink to={paths.pass(orderId)}>View your pass</ButtonLink>
    </>
  );
}

function WhatHappened({ reason }: { reason: Reason }) {
  const { text, mayBeDebited } = reasons[reason];
  if (mayBeDebited) {
    return (
      <>
        <p>{text}</p>
        <p className={styles.open}>If money was debited, do not pay again: we will email your pass.</p>
      </>
    );
  }
  return (
    <>
      <h2 className={styles.sub}>Payment Unsuccessful</h2>
      {reason === 'declined' && (
        <p>We couldn't process your payment. Please check your payment details and try again.</p>
      )}
      <p className={styles.box}>{text}</p>
    </>
  );
}

interface WhatNowProps {
  reason: Reason;
  isResumable: boolean;
  /** Set while it can be asked once more. */
  onCheck: (() => void) | undefined;
}

function WhatNow({ reason, isResumable, onCheck }: WhatNowProps) {
  // Nothing went wrong with an order that was only left: it goes on.
  const mayTryAgain = !reasons[reason].mayBeDebited && !(reason === 'left' && isResumable);
  return (
    <>
      {isResumable && <ButtonLink to={paths.checkout}>Resume this payment</ButtonLink>}
      {mayTryAgain && (
        <ButtonLink to={paths.register} look={isResumable ? 'quiet' : 'primary'}>
          Try Again
        </ButtonLink>
      )}
      {reason === 'unreachable' && (
        <Button disabled={!onCheck} onClick={onCheck}>
          Check again
        </Button>
      )}
      <ButtonLink look="quiet" to={paths.home}>
        {texts.backToHome}
      </ButtonLink>
      <Link className={styles.help} to={paths.findPass}>
        Paid already? Find my pass
      </Link>
      <Link className={styles.help} to={paths.contact}>
        Need help? Contact support
      </Link>
    </>
  );
}
