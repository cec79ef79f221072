// The ticket itself, everything inline, so that it can be saved as an image with nothing left to load. The
// two notches are holes: on a transparent image whatever lies behind shows through.
import { Fragment, type Ref } from 'react';
import { ExpoMark, PlaceMark } from '@/components/Marks';
import { event } from '@/content/event';
import type { Pass } from '@/lib/api/types';
import { nothingLeft } from '@/lib/complete';
import { indianPhone } from '@/lib/format';
import { Exams } from './Exams';
import { preferenceMeans } from './preference';
import { QrCode } from '@/components/QrCode';
import styles from './Ticket.module.css';

export function Ticket({ pass, ref }: { pass: Pass; ref: Ref<HTMLDivElement> }) {
  const {
    name,
    order_id,
    email,
    phone,
    phone2,
    pass_no,
    qr,
    package: packageName,
    exams,
    exam_preference,
    ...others
  } = pass;
  nothingLeft(others, [
    'validity',
    'mail_bounced',
    'calendar_sequence',
    'paid_twice',
    'money_back',
    'choice',
  ]);
  return (
    <div ref={ref} className={styles.ticket}>
      <div className={styles.head}>
        <ExpoMark size={40} />
        <div>
          <p className={styles.event}>{event.name}</p>
          <p className={styles.tagline}>{event.tagline}</p>
        </div>
        <PlaceMark size={40} />
      </div>
      {/* At the entrance the code is wanted, and whose it is and where they go: nothing pushes these below the edge of a phone. */}
      <div className={styles.body}>
        <dl className={styles.person}>
          <Fact name="Name" value={name} isVerbatim />
        </dl>
        <QrCode text={qr} label={`QR code of pass ${pass_no}`} className={styles.qr} />
        <Exams exams={exams} packageName={packageName} isOnline={exam_preference === 'Online'} />
        <dl className={styles.number}>
          <div>
            <dt>Pass no.</dt>
            <dd translate="no">
              {pass_no.split(' ').map((group) => (
                <Fragment key={group}>
                  <span>{group}</span>{' '}
                </Fragment>
              ))}
            </dd>
          </div>
          <Fact name="You take part" value={exam_preference} />
        </dl>
        <p className={styles.meaning}>{preferenceMeans(exam_preference, exams)}</p>
      </div>
      <dl className={styles.strip}>
        <Fact name="Date" value={event.dates} />
        <Fact name="Time" value={event.time} />
        <Fact name="Venue" value={event.venue} />
        <Fact name="Admits" value={event.admits} />
      </dl>
      <div className={styles.tear} aria-hidden="true">
        <span />
      </div>
      <div className={styles.stub}>
        <dl className={styles.facts}>
          <Fact name="Booking ID" value={order_id} isVerbatim />
          <Fact name="Email" value={email} isVerbatim />
          <Fact name="Phone" value={indianPhone(phone)} isVerbatim />
          {phone2 && <Fact name="Alternate phone" value={indianPhone(phone2)} isVerbatim />}
        </dl>
        <p className={styles.terms}>*Terms and Conditions Applied</p>
      </div>
    </div>
  );
}

interface FactProps {
  name: string;
  value: string;
  /** What another language would falsify: a person's name, an address, a number. */
  isVerbatim?: boolean;
}

function Fact({ name, value, isVerbatim = false }: FactProps) {
  return (
    <div>
      {/* A line may end between the two. Between the elements, a translator would put one of its own there, which a list may not hold. */}
      <dt>{`${name} `}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{value}</dd>
    </div>
  );
}
