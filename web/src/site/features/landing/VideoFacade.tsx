// A video that costs nothing until it is asked for: a link to it, which `usePlainClicks` makes play in place.
import styles from './VideoFacade.module.css';

interface Props {
  video: { id: string; title: string };
}

export function VideoFacade({ video: { id, title } }: Props) {
  return (
    <a
      href={`https://www.youtube.com/watch?v=${id}`}
      target="_blank"
      rel="noreferrer"
      data-video={id}
      data-title={title}
      className={styles.video}
    >
      <svg className={styles.play} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="31" fill="#0b5c4f" />
        <path d="M26 20l20 12-20 12z" fill="#fff" />
      </svg>
      <span>
        <span className="visually-hidden">Play the video: </span>
        <span>{title}</span>
      </span>
    </a>
  );
}
