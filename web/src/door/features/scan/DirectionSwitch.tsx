// Which way people go here, of a list that counts both. It stays as it is until somebody presses the other one, also from one day to
// the next.
import { changeSettings, useSettings } from '@/door/kit/device/settings';
import { Icon } from '@/door/kit/ui/Icon';
import styles from './DirectionSwitch.module.css';

const ways = [
  { name: 'In', isExit: false, icon: 'in' },
  { name: 'Out', isExit: true, icon: 'out' },
] as const;

export function DirectionSwitch() {
  const { isExit, isExitOnly } = useSettings();
  if (isExitOnly) {
    return (
      <p className={styles.only}>
        <Icon name="out" />
        <span>Out: this gate is an exit only</span>
      </p>
    );
  }
  return (
    <div role="group" aria-label="Which way people go" className={styles.switch}>
      {ways.map((way) => (
        <button
          key={way.name}
          type="button"
          data-way={way.name}
          aria-pressed={isExit === way.isExit}
          onClick={() => {
            changeSettings({ isExit: way.isExit });
          }}
        >
          <Icon name={way.icon} />
          <span>{way.name}</span>
        </button>
      ))}
    </div>
  );
}
