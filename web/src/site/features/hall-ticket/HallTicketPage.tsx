// The hall ticket of a candidate by the link of the pass: hall and seat of each exam, on one page of paper.
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import { Button } from '@/components/Button';
import { KeptPasses } from '@/components/KeptPasses';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { Reference } from '@/components/Reference';
import { ApiError, referenceOf } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { fetchPass } from '@/lib/api/payments';
import type { Pass } from '@/lib/api/types';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import { HallTicket } from './HallTicket';
import { NoSeats } from './NoSeats';
import styles from './HallTicketPage.module.css';

export function HallTicketPage() {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  return (
    <Page title="Hall ticket" isPrivate isNarrow>
      {orderId ? <HallTicketOf orderId={orderId} /> : <WithoutPass />}
    </Page>
  );
}

function HallTicketOf({ orderId }: { orderId: string }) {
  const { data, error, isLoading, isValidating, mutate } = useSWR<Pass | undefined, Error>(
    ['hall-ticket', orderId],
    () => fetchPass(orderId),
    { revalidateOnFocus: false, shouldRetryOnError: mayPass },
  );
  const again = () => void mutate();

  if (data?.exams.some(({ seat }) => seat)) return <HallTicket pass={data} />;
  if (data) return <NoSeats pass={data} onLook={again} isLooking={isValidating} />;
  if (isLoading) {
    return (
      <div className={styles.message}>
        <h1>Hall ticket</h1>
        <p role="status">Loading...</p>
      </div>
    );
  }
  if (error instanceof ApiError && error.status === 410) {
    return (
      <div className={styles.message}>
        <h1>Your pass was withdrawn</h1>
        <p role="alert">{error.message}</p>
        <p>
          <Link to={paths.contactUs}>Contact us</Link>
        </p>
      </div>
    );
  }
  if (error && mayPass(error)) {
    return (
      <div className={styles.message}>
        <h1>Hall ticket</h1>
        <p role="alert">The hall ticket could not be loaded.</p>
        <Button look="quiet" onClick={again} disabled={isValidating}>
          Load again
        </Button>
        <Reference id={referenceOf(error)} />
      </div>
    );
  }
  return <WithoutPass isUnknown />;
}

/** Without the link of a pass, or with one that leads to none. */
function WithoutPass({ isUnknown = false }: { isUnknown?: boolean }) {
  return (
    <div className={styles.page}>
      <h1>Hall ticket</h1>
      {isUnknown && <p role="alert">This link leads to no pass: it is incomplete or has been changed.</p>}
      <p>
        Your hall ticket opens with the link of your pass, which is in the mail that you got after paying.
      </p>
      <KeptPasses words="Open the hall ticket" to={paths.hallTicketOf} />
      <p>
        <Link to={paths.findPass}>Find my pass</Link>
      </p>
    </div>
  );
}
