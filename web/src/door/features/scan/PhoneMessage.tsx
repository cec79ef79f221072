// What the portal says on this phone, until somebody has seen it.
import type { Desk } from '@/door/kit/checkIn/desk';
import { timeOf } from '@/door/kit/verdict/verdict';
import styles from './PhoneMessage.module.css';
import { useReport } from './useReport';

interface Props {
  desk: Desk;
  /** By the server's clock. */
  now: number;
}

export function PhoneMessage({ desk, now }: Props) {
  const { message, see } = useReport(desk);
  if (!message) return null;
  return (
    <div role="alert" className={styles.message}>
      <div>
        <p className={styles.text} translate="no">
          {message.text}
        </p>
        <p>{`${message.by}, ${timeOf(Date.parse(message.at), now)}`}</p>
      </div>
      <button type="button" className={styles.seen} onClick={see}>
        OK
      </button>
    </div>
  );
}
