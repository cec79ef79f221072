// The pass of a paid order, to show at the gate and to keep as an image.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AsOf } from '@/components/AsOf';
import { BookingId } from '@/components/BookingId';
import { Button } from '@/components/Button';
import { ChargedTwice } from '@/components/ChargedTwice';
import { Link } from '@/components/Link';
import { MoneyBack } from '@/components/MoneyBack';
import { Page } from '@/components/Page';
import type { Look } from '@/components/PassLinkPage';
import { Reference } from '@/components/Reference';
import { WithdrawnPass } from '@/components/WithdrawnPass';
import { ApiError, referenceOf } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { isPass, type FoundPass } from '@/lib/api/payments';
import type { Pass } from '@/lib/api/types';
import { usePass } from '@/lib/api/usePass';
import { readOrderId } from '@/lib/orderId';
import { forgetPass } from '@/lib/keptPasses';
import { paths } from '@/lib/paths';
import { ChooseExams } from './ChooseExams';
import { KeptHere } from './KeptHere';
import { PaidTwice } from './PaidTwice';
import { removeOffline } from './offline';
import { StillKept } from './StillKept';
import { TakeAlong } from './TakeAlong';
import { Ticket } from './Ticket';
import { Timetable } from './Timetable';
import box from '@/components/Box.module.css';
import styles from './PassPage.module.css';

const whereToFind = 'The link to your pass is in the email you got after paying.';

export function PassPage() {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  return (
    <Page title="Your pass" isPrivate isNarrow>
      {orderId ? (
        <PassOf key={orderId} orderId={orderId} />
      ) : (
        <Message help={whereToFind}>Order ID not found in URL</Message>
      )}
    </Page>
  );
}

function PassOf({ orderId }: { orderId: string }) {
  const { state } = useLocation() as { state: unknown };
  const [brought] = useState(() => orderFrom(state, orderId));
  useEffect(() => {
    // The browser would bring it again with each reload, for as long as the tab is there, and the pass changes: exams are chosen
    // and moved, seats are given out.
    if (brought) history.replaceState(null, '');
  }, [brought]);
  // What the return page brought is as good as fetched.
  const { found, withdrawn, error, isLoading, isValidating, mutate } = usePass(
    orderId,
    brought && { fallbackData: { found: { pass: brought } }, revalidateOnMount: false },
  );
  const isGone = withdrawn !== undefined;
  useEffect(() => {
    if (!isGone) return;
    forgetPass(orderId);
    void removeOffline(orderId);
  }, [isGone, orderId]);

  if (isGone) return <WithdrawnPass orderId={orderId} withdrawn={withdrawn} />;
  if (found) {
    const look = { again: () => void mutate(), isLooking: isValidating };
    return <ReadyPass {...found} look={look} reload={mutate} />;
  }
  if (isLoading) return <Message>Loading...</Message>;
  if (error instanceof ApiError && error.status === 422) {
    // No order can have this id, so asking again brings nothing.
    return (
      <Message
        isError
        isLasting
        bookingId={orderId}
        help={`This link is incomplete or has been changed. ${whereToFind}`}
      >
        Error: Failed to fetch order data
      </Message>
    );
  }
  if (error) {
    return (
      <Message
        isError
        isLasting={!mayPass(error)}
        onRetry={() => void mutate()}
        isRetrying={isValidating}
        reference={referenceOf(error)}
        bookingId={orderId}
        help={
          mayPass(error)
            ? 'We are trying again, so please keep this page open. If you have just paid, the pass also comes by email. Please do not pay again.'
            : 'If you have just paid, the pass also comes by email. Please do not pay again.'
        }
      >
        Error: Failed to fetch order data
      </Message>
    );
  }
  return (
    <Message isLasting help={whereToFind} bookingId={orderId}>
      No order data found
    </Message>
  );
}

function orderFrom(state: unknown, orderId: string): Pass | undefined {
  if (typeof state !== 'object' || state === null || !('order' in state)) return undefined;
  return isPass(state.order) && state.order.order_id === orderId ? state.order : undefined;
}

interface ReadyPassProps extends FoundPass {
  look: Look;
  reload: () => Promise<unknown>;
}

function ReadyPass({ pass, keptAt, look, reload }: ReadyPassProps) {
  const ticket = useRef<HTMLDivElement>(null);
  const timetable = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  const hasSeveral = pass.exams.length > 1;
  return (
    <div className={hasSeveral ? `${styles.ready ?? ''} ${styles.several ?? ''}` : styles.ready}>
      <div className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          You are registered
        </h1>
        {pass.mail_bounced ? (
          <p className={box.notice}>
            <strong>
              The mail with this pass came back from <span translate="no">{pass.email}</span>.
            </strong>{' '}
            Please save or print the pass now, and <Link to={paths.contactUs}>tell us</Link> the right
            address.
          </p>
        ) : (
          <p>Show this pass at the entrance. It has been sent to your email address too.</p>
        )}
        <AsOf keptAt={keptAt} look={look} />
        {pass.paid_twice ? (
          <PaidTwice pass={pass} others={pass.paid_twice} />
        ) : (
          <ChargedTwice orderId={pass.order_id} />
        )}
        <MoneyBack backs={pass.money_back} />
      </div>
      <div className={styles.sheets}>
        <div className={styles.shadow}>
          <Ticket pass={pass} ref={ticket} />
        </div>
        {hasSeveral && <Timetable pass={pass} ref={timetable} />}
      </div>
      {pass.choice && (
        <div className={styles.choose}>
          <ChooseExams
            orderId={pass.order_id}
            state={pass.choice}
            isLooking={look.isLooking}
            onChosen={reload}
          />
        </div>
      )}
      {pass.exams.some(({ seat }) => seat) && (
        <p className={styles.results}>
          <Link to={paths.hallTicketOf(pass.order_id)}>Your hall ticket</Link> has your seats to print, with
          room for a photograph and the signatures.
        </p>
      )}
      <p className={styles.results}>
        <Link to={paths.resultsOf(pass.order_id)}>Your results</Link> open with the link of this pass, once
        they are out.
      </p>
      <KeptHere pass={pass} />
      <TakeAlong pass={pass} ticket={ticket} timetable={timetable} />
    </div>
  );
}

interface MessageProps {
  children: string;
  isError?: boolean;
  /** The pass does not come by itself. One that does would be kept again as soon as it was removed. */
  isLasting?: boolean;
  help?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  reference?: string | undefined;
  bookingId?: string;
}

function Message({
  children,
  isError = false,
  isLasting = false,
  help,
  onRetry,
  isRetrying = false,
  reference,
  bookingId,
}: MessageProps) {
  return (
    <div className={styles.message}>
      <h1 className="visually-hidden">Your pass</h1>
      <p role={isError ? 'alert' : 'status'} className={isError ? styles.error : undefined}>
        {children}
      </p>
      {help && (
        <p>
          <span>{help}</span> <Link to={paths.findPass}>Find my pass</Link> mails it to you again, or{' '}
          <Link to={paths.contactUs}>contact us</Link> if you need help.
        </p>
      )}
      {onRetry && (
        <Button look="quiet" onClick={onRetry} disabled={isRetrying}>
          Load again
        </Button>
      )}
      {isLasting && bookingId && <StillKept orderId={bookingId} />}
      <BookingId isToQuote id={bookingId} />
      <Reference id={reference} />
    </div>
  );
}
