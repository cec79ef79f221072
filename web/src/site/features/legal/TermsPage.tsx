// Terms and conditions, with the anchors that the footer leads to. The facts are the organisers'.
import type { ReactElement } from 'react';
import { Link } from '@/components/Link';
import { CatalogueFact } from '@/components/CatalogueFact';
import { Page } from '@/components/Page';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { useCatalogueFacts } from '@/lib/catalogue/facts';
import { usePackages } from '@/lib/catalogue/packages';
import { paths } from '@/lib/paths';
import styles from './TermsPage.module.css';

const { legalName, address, people } = landing.organiser;
const { email, phones } = event.contact;
const { refundArrival, complaintAnswer, courts } = landing.policies;
const named = people.find(({ role }) => role === 'Grievance officer');
const grievanceOfficer = named ? `grievance officer, ${named.name},` : 'grievance officer';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: ReactElement;
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
          If money was debited and no pass was issued, the payment provider returns it automatically, usually
          within {refundArrival}. If you were charged twice for the same exam, write to us within{' '}
          {event.disputeHours} hours of the payment with both booking IDs.
        </p>
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation Policy',
    text: (
      <p>
        Once paid, a registration cannot be cancelled or transferred to another person. If the organisers
        cancel or move the event, they tell all registered participants by e-mail what happens to their
        registration.
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
          results, and to answer your questions, and for nothing else. The colleges whose exams you sit
          receive what they need to hold them; the companies that run our servers and our mail and that take
          the payment process your data on our behalf.
        </p>
        <p>
          Card numbers, UPI PINs and passwords are entered on the payment provider’s pages alone; we never see
          them. We do not sell your data and set no advertising cookies. A pass that you open is kept on your
          device, so that it opens without a network; the pass page removes it.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your Rights over Your Data',
    text: (
      <>
        <p>
          Under the Digital Personal Data Protection Act, 2023, we are the data fiduciary for what you enter
          here, and you can ask us at any time: which of your data we have and who received it; to correct or
          complete it; to delete it; and to name somebody who asks in your place, should you die or be unable
          to. You may also withdraw your consent. We then delete what no law makes us keep, and without your
          details we cannot admit you to an exam that is still to come.
        </p>
        <p>
          If you are under 18, your parent or guardian must agree before you register, and may use these
          rights for you. We do not track children or show them advertisements.
        </p>
      </>
    ),
  },
  {
    id: 'grievance',
    title: 'Complaints',
    text: (
      <p>
        Write to our {grievanceOfficer} at <a href={`mailto:${email}`}>{email}</a>. You have an answer within{' '}
        {complaintAnswer}. If it does not satisfy you, you can complain to the Data Protection Board of India.
      </p>
    ),
  },
  {
    id: 'payment',
    title: 'Payment Terms',
    text: (
      <>
        <p>
          All prices are in Indian Rupees (INR) and include {landing.included}. The price for all colleges and
          courses is <CatalogueFact of="all">in the registration form</CatalogueFact>; the price for one
          college and one course is <CatalogueFact of="one">in the registration form</CatalogueFact>. You are
          charged the price that the registration form shows when you press the button.
        </p>
        <p>
          Payments are taken by our payment provider, Cashfree Payments, by UPI, credit card or debit card.
          Payment disputes must be raised within {event.disputeHours} hours of the payment.
        </p>
      </>
    ),
  },
  {
    id: 'usage',
    title: 'Use of this Site',
    text: (
      <p>
        Register with your own details, and only once for each exam. A pass is valid for the person named on
        it and is checked at the door. Attempts to register with false details, to disturb the site or an
        exam, or to resell passes lead to exclusion without a refund.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        {legalName}, {address}. E-mail <a href={`mailto:${email}`}>{email}</a>, phone{' '}
        <a href={phones[0].href}>{phones[0].shown}</a> or <a href={phones[1].href}>{phones[1].shown}</a>, or
        the form on <Link to={paths.contactUs}>Contact Us</Link>.
      </p>
    ),
  },
  {
    id: 'legal',
    title: 'Legal',
    text: (
      <p>
        These terms are governed by the laws of India; the courts of {courts} have jurisdiction. Scholarships
        are granted by the colleges under their own rules and are not promised by the organisers. If one part
        of these terms is not valid, the rest still apply.
      </p>
    ),
  },
];

export function TermsPage() {
  useCatalogueFacts(usePackages().list);
  return (
    <Page title="Terms & Conditions">
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>Terms &amp; Conditions</h1>
          <p>
            These are the terms under which {legalName} (“we”) takes registrations for {event.name} on{' '}
            {event.dates}. By registering you accept them. Version {event.termsVersion}.
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
