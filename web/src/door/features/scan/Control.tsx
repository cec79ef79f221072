// One of the controls below the camera's picture.
import { Icon, type IconName } from '@/door/kit/ui/Icon';
import styles from './ScanPage.module.css';

interface Props {
  icon: IconName;
  label: string;
  press: () => void;
  isPressed?: boolean;
}

export function Control({ icon, label, press, isPressed }: Props) {
  return (
    <button type="button" className={styles.control} aria-pressed={isPressed} onClick={press}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}
