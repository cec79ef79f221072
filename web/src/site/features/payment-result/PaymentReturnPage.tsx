// Where the payment provider sends people back. It finds out what became of the payment and moves on.
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Page } from '@/components/Page';
import { Spinner } from '@/components/Spinner';
import { findPass } from '@/lib/api/payments';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import { awaitOutcome } from './outcome';
import { reasonOf, reasons } from './reason';
import styles from './PaymentReturnPage.module.css';

export function PaymentReturnPage({ onPaid }: { onPaid: (orderId: string) => void }) {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  const navigate = useNavigate();
  const [waitsFor, setWaitsFor] = useState<string>();
  const reportPaid = useEffectEvent(onPaid);

  useEffect(() => {
    // Back must not lead here again, hence `replace` everywhere.
    if (!orderId) {
      void navigate(paths.paymentFailed, { replace: true });
      return;
    }
    const controller = new AbortController();
    const settle = async () => {
      const outcome = await awaitOutcome(orderId, controller.signal, (payment) => {
        const isAtBank = reasonOf(orderId, payment, undefined) === 'pending';
        setWaitsFor(isAtBank ? 'Your bank is still confirming the payment.' : reasons.unread.text);
      });
      if (outcome === 'failed') {
        void navigate(paths.failedOrder(orderId), { replace: true });
        return;
      }
      // The pass page fetches the details itself when they cannot be brought along. It says of when they are that were kept.
      const found = await findPass(orderId).catch(() => undefined);
      if (controller.signal.aborted) return;
      reportPaid(orderId);
      const state = found && found.keptAt === undefined ? { order: found.pass } : null;
      void navigate(paths.pass(orderId), { replace: true, state });
    };
    settle().catch(() => {
      // Called off: the person has left the page.
    });
    return () => {
      controller.abort();
    };
  }, [orderId, navigate]);

  return (
    <Page title="Processing your payment" isPrivate isNarrow>
      <div className={styles.waiting} role="status">
        <span className={styles.spinner}>
          <Spinner />
        </span>
        <h1>Processing your payment...</h1>
        {waitsFor && (
          <p>{`${waitsFor} This can take up to two minutes. Please keep this page open and do not pay again.`}</p>
        )}
      </div>
    </Page>
  );
}
