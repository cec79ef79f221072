// For people who cannot find their pass: those that this device keeps, and a mail with every pass of an address.
import { KeptPasses } from '@/components/KeptPasses';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { TakesLong } from '@/components/TakesLong';
import { WithoutScript } from '@/components/WithoutScript';
import { paths } from '@/lib/paths';
import { useHydrated } from '@/lib/useHydrated';
import { FindPassForm } from './FindPassForm';
import styles from './FindPassPage.module.css';

export function FindPassPage() {
  const isHydrated = useHydrated();
  return (
    <Page title="Find my pass" isNarrow>
      <div className={styles.page}>
        <h1>Find my pass</h1>
        {/* In the HTML: the largest text of the page need not wait for the script. */}
        <p>We mail you every pass that was registered with your address, up to six times a day.</p>
        {isHydrated ? (
          <>
            <KeptPasses words="Open the pass" to={paths.pass} />
            <FindPassForm />
            <p>
              The link of your pass opens <Link to={paths.hallTicket}>your hall ticket</Link> and{' '}
              <Link to={paths.results}>your results</Link>, too, once they are out.
            </p>
          </>
        ) : (
          <>
            <TakesLong />
            <WithoutScript what="Finding a pass here" />
          </>
        )}
      </div>
    </Page>
  );
}
