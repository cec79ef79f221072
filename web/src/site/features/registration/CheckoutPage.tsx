// Back to an order that was started in this browser: what it is for, for whom, and the way to pay it.
import useSWR from 'swr';
import { Button, ButtonLink } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Page } from '@/components/Page';
import { Spinner } from '@/components/Spinner';
import { texts } from '@/content/texts';
import { ApiError } from '@/lib/api/client';
import { fetchPaymentStatus } from '@/lib/api/payments';
import { nothingLeft } from '@/lib/complete';
import { indianPhone, rupees } from '@/lib/format';
import { paths } from '@/lib/paths';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore, keyFor } from './attempt';
import type { Attempt } from './attemptRecord';
import { usePayment } from './usePayment';
import styles from './CheckoutPage.module.css';

export function CheckoutPage() {
  const attempt = useSessionStore(attemptStore);
  return (
    <Page title="Checkout" isPrivate isNarrow>
      {attempt ? <OrderReview attempt={attempt} /> : <NothingHere />}
    </Page>
  );
}

function NothingHere() {
  return (
    <div className={styles.stack}>
      <h1>Nothing to pay yet</h1>
      <p>
        An order you have started appears here, in the browser tab in which you started it. If you have
        already paid, your pass comes by e-mail.
      </p>
      <ButtonLink to={paths.register}>Go to the registration</ButtonLink>
    </div>
  );
}

function OrderReview({ attempt }: { attempt: Attempt }) {
  const { orderId } = attempt;
  const { data: payment } = useSWR(orderId ? ['payment-status', orderId] : null, () =>
    fetchPaymentStatus(orderId ?? ''),
  );
  if (payment?.status === 'PAID' && orderId) {
    return (
      <div className={styles.stack}>
        <h1>This order is paid</h1>
        <p>There is nothing more to pay. Your pass is ready.</p>
        <ButtonLink to={paths.pass(orderId)}>View your pass</ButtonLink>
      </div>
    );
  }
  return <UnpaidOrder attempt={attempt} />;
}

function UnpaidOrder({ attempt }: { attempt: Attempt }) {
  const { order, summary } = attempt;
  const {
    customer_name,
    customer_email,
    customer_phone,
    secondary_phone,
    exam_preference,
    order_amount,
    ...others
  } = order;
  nothingLeft(others, [
    'type',
    'packageId',
    'collegeId',
    'course_category',
    'order_currency',
    'payment_mode',
    'ticket',
  ]);
  const { isBusy, notice, problem, line, start, leaveLine } = usePayment((error) => {
    if (!(error instanceof ApiError) || error.details.code !== 'price_changed') return undefined;
    const { price } = error.details;
    if (price === undefined) return undefined;
    attemptStore.set(repriced(attempt, price));
    return {
      message: `The price has changed to ${rupees(price)}. Nothing has been charged. Press Pay now again to continue.`,
      fields: {},
    };
  });

  if (line) {
    return (
      <div className={styles.stack}>
        <h1>Review and pay</h1>
        <line.Card line={line} notice={notice} heading="h2" takesFocus onLeave={leaveLine} />
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <h1>Review and pay</h1>
      {problem && (
        <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
          {problem.message}
        </ErrorBanner>
      )}
      <section className={styles.card} aria-labelledby="order-heading">
        <h2 id="order-heading">Your order</h2>
        <dl className={styles.rows}>
          <Row name="Package" value={summary.packageName} />
          <Row name="College" value={summary.collegeName ?? 'All colleges'} />
          <Row name="Course" value={summary.courseName ?? 'All courses'} />
          <Row name="Exam preference" value={exam_preference} />
          <div className={styles.total}>
            <dt>To pay</dt>
            <dd>{rupees(order_amount)}</dd>
          </div>
        </dl>
      </section>
      <section className={styles.card} aria-labelledby="person-heading">
        <h2 id="person-heading">Your details</h2>
        <dl className={styles.rows}>
          <Row name="Name" value={customer_name} />
          <Row name="Email" value={customer_email} />
          <Row name="Phone" value={indianPhone(customer_phone)} />
          {secondary_phone && <Row name="Alternate phone" value={indianPhone(secondary_phone)} />}
        </dl>
      </section>
      <p role="status" className={notice ? styles.notice : undefined}>
        {notice}
      </p>
      <Button
        disabled={isBusy}
        onClick={() => {
          start(attempt);
        }}
      >
        {isBusy ? (
          <>
            <Spinner /> {texts.processing}
          </>
        ) : (
          'Pay now'
        )}
      </Button>
      <ButtonLink look="quiet" to={paths.register}>
        Change something
      </ButtonLink>
    </div>
  );
}

/** Another amount is another order, so the old order's id and key go with the old amount. */
function repriced({ order, summary }: Attempt, price: number): Attempt {
  return { ...keyFor(attemptStore.get()), order: { ...order, order_amount: price }, summary };
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
