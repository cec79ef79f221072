// The foot of every public page: how to reach the organisers, the parts of the site, and the policies.
import { Link } from '@/components/Link';
import { Logo } from '@/components/Logo';
import { Organiser } from '@/components/Organiser';
import { SampleTag } from '@/components/SampleTag';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { texts } from '@/content/texts';
import { anchors, paths } from '@/lib/paths';
import styles from './Footer.module.css';

const { email, phones, whatsapp } = event.contact;

const policies = [
  { name: 'Privacy Policy', to: paths.terms },
  { name: 'Terms & Conditions', to: paths.terms },
  { name: 'Return & Refund', to: `${paths.terms}#refund` },
  { name: 'Refund Policy', to: `${paths.terms}#refund` },
  { name: 'Cancellation Policy', to: `${paths.terms}#cancellation` },
  { name: 'Shipping Policy', to: `${paths.terms}#shipping` },
];

export function Footer() {
  const social = contentOf('socialPages');
  return (
    <footer className={styles.footer}>
      <div className={styles.body}>
        <div className={styles.column}>
          <Logo />
          <p className={styles.motto}>{event.motto}</p>
          {social !== 'none' && (
            <ul className={styles.social}>
              {landing.socialPages.map(({ name, href }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer" aria-label={name}>
                    <SocialIcon name={name} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {social === 'sample' && <SampleTag />}
        </div>
        <div className={styles.column}>
          <h2>Contact</h2>
          <ul>
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
          </ul>
        </div>
        <nav className={styles.column} aria-label="Footer">
          <h2>Explore</h2>
          <ul>
            {anchors.map((anchor) => (
              <li key={anchor} className={styles.anchor}>
                <Link to={`/#${anchor}`}>{anchor}</Link>
              </li>
            ))}
            <li>
              <Link to={paths.aboutUs}>About Us</Link>
            </li>
            <li>
              <Link to={paths.contactUs}>Contact Us</Link>
            </li>
            <li>
              <Link to={paths.findPass}>Find my pass</Link>
            </li>
          </ul>
        </nav>
        <nav className={styles.column} aria-label="Policies">
          <h2>Policies</h2>
          <ul>
            {policies.map(({ name, to }) => (
              <li key={name}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.organiser}>
          <Organiser />
        </div>
        <div className={styles.copyright}>
          <p>{texts.howPaid}</p>
          <p>
            © {event.year} {event.name}. All rights reserved.
          </p>
        </div>
      </div>
    </footer>
  );
}

type Social = (typeof landing.socialPages)[number]['name'];

const icons: Readonly<Record<Social, string>> = {
  Instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 .1 0M17 6.9v.2',
  Facebook: 'M15 3h-2a4 4 0 0 0-4 4v3H6v4h3v7M9 14h5M9 10h5',
  YouTube: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10 9.5l5 2.5-5 2.5z',
  LinkedIn: 'M5 10v9M5 5v.2M10 19v-9M10 14q0-4 4-4t4 4v5',
};

function SocialIcon({ name }: { name: Social }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={icons[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
