// The black bar on top: the way home, to the parts of the landing page, and to the registration. On a small
// screen the links slide in.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '@/components/Link';
import { Logo } from '@/components/Logo';
import { event } from '@/content/event';
import { keptPasses } from '@/lib/keptPasses';
import { anchors, paths } from '@/lib/paths';
import { useSessionStore } from '@/lib/sessionStore';
import { QuickContact } from './QuickContact';
import styles from './Header.module.css';

export function Header() {
  const [isOpen, setOpen] = useState(false);
  const isHome = useLocation().pathname === paths.home;
  const toggle = useRef<HTMLButtonElement>(null);

  // Who holds a pass looks for it, and registers somebody else at most.
  const [kept] = useSessionStore(keptPasses);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  return (
    <header className={styles.header} data-contact={isHome}>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.home} aria-label={`${event.name}, home`}>
          <Logo />
        </Link>
        {isHome && <QuickContact />}
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <span className="visually-hidden">Menu</span>
          <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
            <path
              d={isOpen ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'}
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
            />
          </svg>
        </button>
        {/* Whatever is chosen, the menu has done its work. */}
        <nav
          id="menu"
          aria-label="Main"
          className={styles.nav}
          data-open={isOpen}
          onClickCapture={() => {
            setOpen(false);
          }}
        >
          {kept && <Link to={paths.register}>Register</Link>}
          {anchors.map((anchor) => (
            <Link key={anchor} to={`/#${anchor}`}>
              {anchor}
            </Link>
          ))}
          {!kept && (
            <Link to={paths.findPass} className={styles.inMenu}>
              Find my pass
            </Link>
          )}
        </nav>
        <Link to={kept ? paths.pass(kept.orderId) : paths.register} className={styles.register}>
          {kept ? 'Your pass' : 'Register'}
        </Link>
      </div>
    </header>
  );
}
