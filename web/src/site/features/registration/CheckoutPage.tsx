// Back to an order that was started in this browser: what it is for, for whom, and the way to pay it.
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { Agreement } from '@/components/Agreement';
import { BookingId } from '@/components/BookingId';
import { BusyLabel } from '@/components/BusyLabel';
import { Button, ButtonLink } from '@/components/Button';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { WithdrawnPass } from '@/components/WithdrawnPass';
import { texts } from '@/content/texts';
import { ApiError, changedPriceOf } from '@/lib/api/client';
import { mayBeUnderWay } from '@/lib/api/payments';
import { usePass } from '@/lib/api/usePass';
import { usePaymentStatus } from '@/lib/api/usePaymentStatus';
import { examsOf, whenAndWhere } from '@/lib/catalogue/examTimes';
import { PackagesContext, usePackages } from '@/lib/catalogue/packages';
import { nothingLeft } from '@/lib/complete';
import { indianPhone, rupees } from '@/lib/format';
import { keptPasses } from '@/lib/keptPasses';
import { paths } from '@/lib/paths';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptFor, attemptStore } from './attempt';
import type { Attempt } from './attemptRecord';
import { forgetRegistration } from './forget';
import { ProblemBanner } from './ProblemBanner';
import { usePayment } from './usePayment';
import box from '@/components/Box.module.css';
import styles from './CheckoutPage.module.css';

export function CheckoutPage() {
  const attempt = useSessionStore(attemptStore);
  // What this tab knows of the order is forgotten then, but for the way to its pass.
  const [paid, setPaid] = useState<string>();
  return (
    <Page title="Checkout" isPrivate isNarrow>
      {paid ? (
        <PaidOrder orderId={paid} />
      ) : attempt ? (
        <OrderReview attempt={attempt} onPaid={setPaid} />
      ) : (
        <NothingHere />
      )}
    </Page>
  );
}

const viewPassOf = (name: string) => `View the pass of ${name}`;

/** Back from the pass leads here, too, when the order that was paid is forgotten. */
function NothingHere() {
  const [newest, ...others] = useSessionStore(keptPasses);
  if (newest) {
    return (
      <div className={styles.stack}>
        <h1>Nothing more to pay</h1>
        <p>No order is open in this browser tab. What was paid for on this device has its pass here.</p>
        <ButtonLink to={paths.pass(newest.orderId)}>{viewPassOf(newest.name)}</ButtonLink>
        {others.map(({ orderId, name }) => (
          <Link key={orderId} className={styles.other} to={paths.pass(orderId)}>
            {viewPassOf(name)}
          </Link>
        ))}
        <ButtonLink look="quiet" to={paths.register}>
          Go to the registration
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <h1>Nothing to pay yet</h1>
      <p>
        An order you have started appears here, in the browser tab in which you started it. If you have
        already paid, your pass comes by email.
      </p>
      <ButtonLink to={paths.register}>Go to the registration</ButtonLink>
      <ButtonLink look="quiet" to={paths.findPass}>
        Find my pass
      </ButtonLink>
    </div>
  );
}

/** The browser may have come back from the payment in another tab, or to another page. The phone may be borrowed. */
function PaidOrder({ orderId }: { orderId: string }) {
  const { found, withdrawn } = usePass(orderId);
  useEffect(() => {
    forgetRegistration(orderId);
  }, [orderId]);
  if (withdrawn !== undefined) return <WithdrawnPass orderId={orderId} withdrawn={withdrawn} />;
  return (
    <div className={styles.stack}>
      <h1>This order is paid</h1>
      <p>{found ? 'There is nothing more to pay. Your pass is ready.' : 'There is nothing more to pay.'}</p>
      <ButtonLink to={paths.pass(orderId)}>View your pass</ButtonLink>
    </div>
  );
}

interface OrderReviewProps {
  attempt: Attempt;
  onPaid: (orderId: string) => void;
}

function OrderReview({ attempt, onPaid }: OrderReviewProps) {
  const { orderId } = attempt;
  const { data: payment, error, mutate } = usePaymentStatus(orderId);
  const isPaid = payment?.status === 'PAID';
  useEffect(() => {
    if (isPaid && orderId) onPaid(orderId);
  }, [isPaid, orderId, onPaid]);
  if (isPaid) return null;
  // There it is said that nobody is to pay again, and the way back here opens when the attempt has failed.
  if (payment && orderId && (mayBeUnderWay(payment) || payment.status === 'UNKNOWN'))
    return <Navigate to={paths.failedOrder(orderId)} replace />;
  // One that cannot be asked about may be tried: the server takes no second payment for a paid registration.
  const isKnown = !orderId || payment !== undefined || error !== undefined;
  return <UnpaidOrder attempt={attempt} isKnown={isKnown} onPending={() => void mutate()} />;
}

interface UnpaidOrderProps {
  attempt: Attempt;
  isKnown: boolean;
  /** The server says that the bank has not decided about an earlier try. */
  onPending: () => void;
}

function UnpaidOrder({ attempt, isKnown, onPending }: UnpaidOrderProps) {
  const { order, summary, orderId } = attempt;
  const packages = usePackages();
  // It may have been moved since the order was sent.
  const exam = examsOf(packages.list ?? []).find(({ id }) => id === order.course_category);
  const held = exam ? whenAndWhere(exam) : summary.whenAndWhere;
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
    'terms_version',
    'ticket',
    'replaces',
  ]);
  const { isBusy, notice, problem, line, start, leaveLine } = usePayment((error) => {
    if (error instanceof ApiError && error.details.code === 'payment_pending') onPending();
    const price = changedPriceOf(error);
    if (price === undefined) return undefined;
    // Another amount is another order, so the old order's id and key go with the old amount.
    attemptFor({ ...order, order_amount: price }, summary);
    return {
      message: `The price has changed to ${rupees(price)}. Nothing has been charged. Press Pay now again to continue.`,
      fields: {},
    };
  });

  if (line) {
    return (
      <div className={styles.stack}>
        <h1>Review and pay</h1>
        <PackagesContext value={packages}>
          <line.Card line={line} notice={notice} heading="h2" takesFocus onLeave={leaveLine} />
        </PackagesContext>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <h1>Review and pay</h1>
      <ProblemBanner problem={problem} />
      <section className={styles.card} aria-labelledby="order-heading">
        <h2 id="order-heading">Your order</h2>
        <dl className={styles.rows}>
          <Row name="Package" value={summary.packageName} />
          <Row name="College" value={summary.collegeName ?? 'All colleges'} />
          <Row name="Course" value={summary.courseName ?? 'All courses'} />
          {held && <Row name="Exam" value={held} />}
          <Row name="Exam preference" value={exam_preference} />
          <div className={styles.total}>
            <dt>To pay</dt>
            <dd>{rupees(order_amount)}</dd>
          </div>
        </dl>
        <BookingId id={orderId} />
      </section>
      <section className={styles.card} aria-labelledby="person-heading">
        <h2 id="person-heading">Your details</h2>
        <dl className={styles.rows}>
          <Row name="Name" value={customer_name} isVerbatim />
          <Row name="Email" value={customer_email} isVerbatim />
          <Row name="Phone" value={indianPhone(customer_phone)} />
          {secondary_phone && <Row name="Alternate phone" value={indianPhone(secondary_phone)} />}
        </dl>
      </section>
      <p role="status" className={notice ? box.notice : undefined}>
        {notice}
      </p>
      <Button
        disabled={isBusy || !isKnown}
        onClick={() => {
          start(attempt);
        }}
      >
        <BusyLabel busy={isBusy ? texts.processing : !isKnown && 'Checking your order...'}>Pay now</BusyLabel>
      </Button>
      <Agreement />
      <ButtonLink look="quiet" to={paths.register}>
        Change something
      </ButtonLink>
    </div>
  );
}

interface RowProps {
  name: string;
  value: string;
  /** What another language would falsify. */
  isVerbatim?: boolean;
}

function Row({ name, value, isVerbatim = false }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{value}</dd>
    </div>
  );
}
