// Which way people go here, of a list that counts both. Out is for a day and a list: on Out nobody's pass is judged, and a phone that
// was left on it would let everybody in the next morning.
import { goesOut, turn, useSettings } from '@/door/kit/device/settings';
import { Icon } from '@/door/kit/ui/Icon';
import styles from './DirectionSwitch.module.css';

const ways = [
  { name: 'In', isExit: false, icon: 'in' },
  { name: 'Out', isExit: true, icon: 'out' },
] as const;

export function DirectionSwitch({ now }: { now: number }) {
  const settings = useSettings();
  const isExit = goesOut(settings, now);
  if (settings.isExitOnly) {
    return (
      <p className={styles.only}>
        <Icon name="out" />
        <span>
          <strong>Exit only</strong>
          <span>Nobody comes in here: passes are not checked. “More” changes it.</span>
        </span>
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
            turn(way.isExit, now);
          }}
        >
          <Icon name={way.icon} />
          <span>{way.name}</span>
        </button>
      ))}
    </div>
  );
}
