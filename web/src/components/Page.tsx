// The frame of one page: its title, the main landmark, and the focus when it replaces another page.
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { event } from '@/content/event';
import { beginAtTop } from '@/lib/beginAtTop';
import styles from './Page.module.css';

interface Props {
  title?: string;
  /** Addresses that are a key to personal data: kept from search engines and from other sites. */
  isPrivate?: boolean;
  /** A single column in the middle, for pages with one thing to do. */
  isNarrow?: boolean;
  children: ReactNode;
}

export function Page({ title, isPrivate = false, isNarrow = false, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const { key, hash } = useLocation();
  // The router names the first page of a visit "default"; there the browser's own focus order holds.
  const replacesAnother = useRef(key !== 'default' && hash === '');

  useEffect(() => {
    if (replacesAnother.current) beginAtTop(main.current);
  }, []);

  return (
    <>
      <title>{title ? `${title} | ${event.name}` : `${event.name}, ${event.dates}`}</title>
      {isPrivate && (
        <>
          <meta name="referrer" content="no-referrer" />
          <meta name="robots" content="noindex" />
        </>
      )}
      <main id="main" tabIndex={-1} ref={main} className={isNarrow ? styles.narrow : styles.full}>
        {children}
      </main>
    </>
  );
}
