// Says that what it stands beside is not the organisers' own.
import styles from './SampleTag.module.css';

export function SampleTag() {
  return <span className={styles.tag}>Sample</span>;
}
