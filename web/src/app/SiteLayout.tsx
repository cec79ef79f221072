// What every public page has around it: skip link, header, footer, and scrolling to anchors.
import type { ReactNode } from 'react';
import { Link } from '@/components/Link';
import { Logo } from '@/components/Logo';
import { event } from '@/content/event';
import { paths } from '@/lib/paths';
import { useAnchorScroll } from './useAnchorScroll';
import styles from './SiteLayout.module.css';

export function SiteLayout({ children }: { children: ReactNode }) {
  useAnchorScroll();
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

function Header() {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.home} aria-label={`${event.name}, home`}>
          <Logo />
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          <Link to={paths.contactUs}>Contact</Link>
          <Link to={paths.register} className={styles.register}>
            Register
          </Link>
        </nav>
      </div>
    </header>
  );
}

const { email, phones, whatsapp } = event.contact;

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerBody}>
        <div>
          <Logo />
          <p className={styles.motto}>{event.motto}</p>
        </div>
        <ul className={styles.contact}>
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
          {phones.map(({ shown, href }) => (
            <li key={href}>
              <a href={href}>{shown}</a>
            </li>
          ))}
          <li>
            <a href={whatsapp.href} target="_blank" rel="noreferrer">
              {whatsapp.shown}
            </a>
          </li>
          <li>
            <Link to={paths.contactUs}>Contact Us</Link>
          </li>
        </ul>
        <p className={styles.copyright}>
          © {event.year} {event.name}
        </p>
      </div>
    </footer>
  );
}
