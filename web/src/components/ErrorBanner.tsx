// What went wrong, in red, announced at once and given the focus so that nobody misses it.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Reference } from './Reference';
import styles from './ErrorBanner.module.css';

interface Props {
  /** Changes with every new error, so that the same words said twice take the focus twice. */
  occurrence: number;
  reference?: string | undefined;
  children: ReactNode;
}

export function ErrorBanner({ occurrence, reference, children }: Props) {
  const banner = useRef<HTMLDivElement>(null);
  // At once with the words: a person who goes on typing a moment later must not have the focus taken away.
  useLayoutEffect(() => {
    banner.current?.focus({ preventScroll: true });
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, [occurrence]);

  return (
    <div ref={banner} role="alert" tabIndex={-1} className={styles.banner}>
      <div>{children}</div>
      <Reference id={reference} />
    </div>
  );
}
