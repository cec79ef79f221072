// A panel over the camera, at the bottom of a phone where a thumb reaches it.
import { useEffect, useId, useRef } from 'react';
import type { Elements } from '@/lib/elements';
import { Icon } from './Icon';
import styles from './Sheet.module.css';

interface Props {
  title: string;
  close: () => void;
  children: Elements;
}

export function Sheet({ title, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      current?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={heading}
      onCancel={(cancel) => {
        cancel.preventDefault();
        close();
      }}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={styles.close} onClick={close} aria-label="Close">
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
