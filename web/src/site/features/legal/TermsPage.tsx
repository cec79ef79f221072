// Terms and conditions, with the anchors that the footer leads to. The facts are the organisers'.
import type { ReactNode } from 'react';
import { Link } from '@/components/Link';
import { Page } from '@/components/Page';
import { event } from '@/content/event';
import { organiser } from '@/content/landing';
import { paths } from '@/lib/paths';
import styles from './TermsPage.module.css';

const { legalName, city } = organiser;
const { email, phones } = event.contact;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

const sections: readonly Section[] = [
  {
    id: 'refund',
    title: 'Refund Policy',
    text: (
      <>
        <p>
          Refunds are not allowed after registration. The fee pays for a seat, the exam paper, food and
          refreshments that are set aside for you from the moment the payment succeeds.
        </p>
        <p>
          If an amount was debited and no pass was issued, the payment provider returns it by itself, as a
          rule within five to seven working days. If you were charged twice for the same exam, write to us
          within 24 hours of the payment with both booking IDs.
        </p>
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation Policy',
    text: (
      <p>
        A registration cannot be cancelled once it is paid, and it cannot be moved to another person. Should
        the organisers cancel or move the event, all registered participants are told by e-mail what happens
        to their registration.
      </p>
    ),
  },
  {
    id: 'shipping',
    title: 'Shipping Policy',
    text: (
      <p>
        Nothing is shipped. The pass can be downloaded right after the payment and is sent by e-mail; the hall
        ticket and study materials are delivered digitally, to the e-mail address given in the registration.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy Policy',
    text: (
      <>
        <p>
          We keep the name, e-mail address, phone numbers and exam choice you enter, and the status and kind
          of your payment. We use them to admit you to the exam, to send the pass, the hall ticket and the
          results, and to answer your questions. The colleges whose exams you sit receive what they need to
          hold them.
        </p>
        <p>
          Card numbers, UPI PINs and passwords are entered on the payment provider’s pages alone; we never see
          them. We do not sell your data and set no advertising cookies. After the event, write to{' '}
          <a href={`mailto:${email}`}>{email}</a> to have your data deleted.
        </p>
      </>
    ),
  },
  {
    id: 'payment',
    title: 'Payment Terms',
    text: (
      <>
        <p>
          All prices are in Indian Rupees (INR) and include exam fee, food and refreshments: Rs 1850 for all
          colleges and courses, Rs 1000 for one college and one course. The price that is charged is the one
          the registration form shows when you press the button.
        </p>
        <p>
          Payments are taken by our payment provider, Cashfree Payments, by UPI, credit card or debit card.
          Payment disputes must be raised within 24 hours of the payment.
        </p>
      </>
    ),
  },
  {
    id: 'usage',
    title: 'Use of this Site',
    text: (
      <p>
        Register with your own details, and once for each exam. A pass is valid for the person named on it and
        is checked at the door. Attempts to register with false details, to disturb the site or an exam, or to
        resell passes lead to exclusion without a refund.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        {legalName}, {city}. E-mail <a href={`mailto:${email}`}>{email}</a>, phone{' '}
        {phones.map(({ shown, href }, at) => (
          <span key={href}>
            {at > 0 && ' or '}
            <a href={href}>{shown}</a>
          </span>
        ))}
        , or the form on <Link to={paths.contactUs}>Contact Us</Link>.
      </p>
    ),
  },
  {
    id: 'legal',
    title: 'Legal',
    text: (
      <p>
        These terms are governed by the laws of India; the courts of Ernakulam, Kerala, have jurisdiction.
        Scholarships are granted by the colleges under their own rules and are not promised by the organisers.
        If one part of these terms does not hold, the others do.
      </p>
    ),
  },
];

export function TermsPage() {
  return (
    <Page title="Terms & Conditions">
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>Terms &amp; Conditions</h1>
          <p>
            These are the terms under which {legalName} (“we”) takes registrations for {event.name} on{' '}
            {event.dates}. By registering you accept them.
          </p>
        </header>
        <nav aria-label="On this page" className={styles.contents}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Link to={`${paths.terms}#${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, title, text }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`} tabIndex={-1}>
                {title}
              </h2>
              {text}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
