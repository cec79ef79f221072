// The passes that were opened on this device, to go on with one of them.
import { keptPasses } from '@/lib/keptPasses';
import { useSessionStore } from '@/lib/sessionStore';
import { Link } from './Link';
import box from './Box.module.css';
import styles from './KeptPasses.module.css';

interface Props {
  /** What one does with a pass. */
  words: string;
  to: (orderId: string) => string;
}

export function KeptPasses({ words, to }: Props) {
  const kept = useSessionStore(keptPasses);
  if (kept.length === 0) return null;
  return (
    <section className={box.card} aria-labelledby="kept-heading">
      <h2 id="kept-heading" className={styles.heading}>
        {kept.length === 1 ? 'Your pass on this device' : 'The passes on this device'}
      </h2>
      <ul className={styles.kept}>
        {kept.map(({ orderId, name }) => (
          <li key={orderId}>
            <Link to={to(orderId)}>
              <strong translate="no">{name}</strong> <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
