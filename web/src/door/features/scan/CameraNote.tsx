// What stands in the place of the camera's picture, and how to go on without it.
import type { Camera } from './useCamera';
import styles from './ScanPage.module.css';

const notes = {
  starting: { title: 'Starting the camera...', text: '' },
  refused: {
    title: 'The camera is not allowed',
    text: 'Allow it in the settings of the browser for this site, then try again. Pass numbers and a scanner with a cable work without it.',
  },
  missing: {
    title: 'There is no camera',
    text: 'Scan with a scanner that is connected, or enter pass numbers.',
  },
  failed: {
    title: 'The camera does not start',
    text: 'Perhaps another app uses it. Close that one, then try again.',
  },
  unreadable: {
    title: 'The camera cannot read codes',
    text: 'Reload the page. Until then, scan with a scanner that is connected, or enter pass numbers.',
  },
} as const;

export function CameraNote({ camera: { state, restart } }: { camera: Camera }) {
  if (state === 'on') return null;
  const { title, text } = notes[state];
  return (
    <div className={styles.note} role="status">
      <p className={styles.noteTitle}>{title}</p>
      {text && <p>{text}</p>}
      {state !== 'starting' && (
        <button
          type="button"
          className={styles.again}
          onClick={() => {
            // What did not load is not asked for again before that.
            if (state === 'unreadable') location.reload();
            else restart();
          }}
        >
          {state === 'unreadable' ? 'Reload the page' : 'Try again'}
        </button>
      )}
    </div>
  );
}
