// Stops and starts what moves automatically.
import styles from './PauseButton.module.css';

interface Props {
  isPaused: boolean;
  /** What moves, for those who do not see it. */
  what: string;
  onChange: (isPaused: boolean) => void;
}

export function PauseButton({ isPaused, what, onChange }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${isPaused ? 'Play' : 'Pause'} ${what}`}
      onClick={() => {
        onChange(!isPaused);
      }}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d={isPaused ? 'M4 2l10 6-10 6z' : 'M3 2h4v12H3zM9 2h4v12H9z'} />
      </svg>
    </button>
  );
}
