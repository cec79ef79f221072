// For people who cannot find their pass: those that this device keeps, and a mail with every pass of an address.
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { WithoutScript } from '@/components/WithoutScript';
import { keptPasses } from '@/lib/keptPasses';
import { paths } from '@/lib/paths';
import { useHydrated } from '@/lib/useHydrated';
import { useSessionStore } from '@/lib/sessionStore';
import { FindPassForm } from './FindPassForm';
import box from '@/components/Box.module.css';
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
            <KeptPasses />
            <FindPassForm />
          </>
        ) : (
          <WithoutScript what="Finding a pass here" />
        )}
      </div>
    </Page>
  );
}

function KeptPasses() {
  const kept = useSessionStore(keptPasses);
  if (kept.length === 0) return null;
  return (
    <section className={box.card} aria-labelledby="kept-heading">
      <h2 id="kept-heading">
        {kept.length === 1 ? 'Your pass on this device' : 'The passes on this device'}
      </h2>
      <ul className={styles.kept}>
        {kept.map(({ orderId, name }) => (
          <li key={orderId}>
            <Link to={paths.pass(orderId)}>
              <strong>{name}</strong> <span>Open the pass</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
