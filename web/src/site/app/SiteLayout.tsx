// What every public page has around it: skip link, header, footer, and what works on all of them.
import type { ReactElement } from 'react';
import { prerendered } from '@/components/Prerendered';
import { Header } from './Header';
import { useAnchorScroll } from './useAnchorScroll';
import { usePlainClicks } from './usePlainClicks';
import { useSamePageScroll } from './useSamePageScroll';
import styles from './SiteLayout.module.css';

const Footer = prerendered('footer', () => import('./Footer').then((module) => module.Footer));

export function SiteLayout({ children }: { children: ReactElement }) {
  useAnchorScroll();
  useSamePageScroll();
  usePlainClicks();
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      {children}
      <Footer />
    </div>
  );
}
