// What came of the exams, by the link of the pass: on a screen, and as a letter on one page of paper.
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import { Button } from '@/components/Button';
import { KeptPasses } from '@/components/KeptPasses';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { Reference } from '@/components/Reference';
import { ApiError, referenceOf } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { fetchPass, fetchResults } from '@/lib/api/payments';
import type { OwnResult, Pass } from '@/lib/api/types';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import { Letter } from './Letter';
import { NotYet } from './NotYet';
import styles from './ResultsPage.module.css';

export function ResultsPage() {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  return (
    <Page title="Your results" isPrivate isNarrow>
      {orderId ? <ResultsOf orderId={orderId} /> : <WithoutPass />}
    </Page>
  );
}

interface Found {
  pass: Pass;
  /** None before they are published. */
  results: readonly OwnResult[] | undefined;
}

async function find(orderId: string): Promise<Found | undefined> {
  const [pass, results] = await Promise.all([fetchPass(orderId), fetchResults(orderId)]);
  return pass && { pass, results };
}

function ResultsOf({ orderId }: { orderId: string }) {
  const { data, error, isLoading, isValidating, mutate } = useSWR<Found | undefined, Error>(
    ['results', orderId],
    () => find(orderId),
    { revalidateOnFocus: false, shouldRetryOnError: mayPass },
  );
  const again = () => void mutate();

  if (data?.results) return <Letter pass={data.pass} results={data.results} />;
  if (data) return <NotYet pass={data.pass} onLook={again} isLooking={isValidating} />;
  if (isLoading) {
    return (
      <div className={styles.message}>
        <h1>Your results</h1>
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
        <h1>Your results</h1>
        <p role="alert">The results could not be loaded.</p>
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
      <h1>Your results</h1>
      {isUnknown && <p role="alert">This link leads to no pass: it is incomplete or has been changed.</p>}
      <p>Your results open with the link of your pass, which is in the mail that you got after paying.</p>
      <KeptPasses words="See the results" to={paths.resultsOf} />
      <p>
        <Link to={paths.findPass}>Find my pass</Link>
      </p>
    </div>
  );
}
