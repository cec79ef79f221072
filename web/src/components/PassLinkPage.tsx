// A page of what belongs to one pass, which the link of the pass opens: while it loads, when it does not come, and without a pass.
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { referenceOf } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { useOfPass } from '@/lib/api/usePass';
import { readOrderId } from '@/lib/orderId';
import { paths } from '@/lib/paths';
import { Button } from './Button';
import { KeptPasses } from './KeptPasses';
import { Link } from './Link';
import { Page } from './Page';
import { Reference } from './Reference';
import { WithdrawnPass } from './WithdrawnPass';
import styles from './PassLinkPage.module.css';

interface Props<Found> {
  title: string;
  /** The first part of its key in the cache. */
  name: string;
  /** Nothing where the link leads to no pass. */
  load: (orderId: string) => Promise<Found | undefined>;
  children: (found: Found, look: Look) => ReactElement;
  words: Words;
  /** The same page of another pass. */
  to: (orderId: string) => string;
}

interface Words {
  /** That it did not come. */
  failed: string;
  /** What opens it. */
  opens: string;
  /** What one does with a pass that is kept here. */
  open: string;
}

export interface Look {
  again: () => void;
  isLooking: boolean;
}

export function PassLinkPage<Found>(props: Props<Found>) {
  const [params] = useSearchParams();
  const orderId = readOrderId(params);
  return (
    <Page title={props.title} isPrivate isNarrow>
      {orderId ? <OfPass {...props} orderId={orderId} /> : <WithoutPass {...props} />}
    </Page>
  );
}

function OfPass<Found>({ orderId, ...props }: Props<Found> & { orderId: string }) {
  const { title, name, load, children, words } = props;
  const { found, withdrawn, error, isLoading, isValidating, mutate } = useOfPass(name, orderId, load);
  const again = () => void mutate();

  if (withdrawn !== undefined) return <WithdrawnPass orderId={orderId} withdrawn={withdrawn} />;
  if (found) return children(found, { again, isLooking: isValidating });
  if (isLoading) {
    return (
      <div className={styles.message}>
        <h1>{title}</h1>
        <p role="status">Loading...</p>
      </div>
    );
  }
  if (error && mayPass(error)) {
    return (
      <div className={styles.message}>
        <h1>{title}</h1>
        <p role="alert">{words.failed}</p>
        <Button look="quiet" onClick={again} disabled={isValidating}>
          Load again
        </Button>
        <Reference id={referenceOf(error)} />
      </div>
    );
  }
  return <WithoutPass {...props} isUnknown />;
}

type WithoutPassProps = Pick<Props<never>, 'title' | 'words' | 'to'> & { isUnknown?: boolean };

/** Without the link of a pass, or with one that leads to none. */
function WithoutPass({ title, words, to, isUnknown = false }: WithoutPassProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {isUnknown && <p role="alert">This link leads to no pass: it is incomplete or has been changed.</p>}
      <p>{words.opens}</p>
      <KeptPasses words={words.open} to={to} />
      <p>
        <Link to={paths.findPass}>Find my pass</Link>
      </p>
    </div>
  );
}
