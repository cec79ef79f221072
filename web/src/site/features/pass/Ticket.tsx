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
import { QrCode } from './QrCode';
import styles from './Ticket.module.css';

export function Ticket({ pass, ref }: { pass: Pass; ref: Ref<HTMLDivElement> }) {
  const {
    name,
    order_id,
    email,
    phone,
    phone2,
    package: packageName,
    exams,
    exam_preference,
    ...others
  } = pass;
  nothingLeft(others, ['pass_no', 'qr', 'validity', 'mail_bounced', 'paid_twice', 'money_back']);
  return (
    <div ref={ref} className={styles.ticket}>
      <div className={styles.head}>
        <div className={styles.logos}>
          <ExpoMark size={40} />
          <p className={styles.event}>{event.name}</p>
          <PlaceMark size={40} />
        </div>
        <p className={styles.tagline}>{event.tagline}</p>
        <dl className={styles.when}>
          <Fact name="Date" value={event.dates} />
          <Fact name="Time" value={event.time} />
          <Fact name="Venue" value={event.venue} />
          <Fact name="Admits" value={event.admits} />
        </dl>
      </div>
      <div className={styles.body}>
        <dl className={styles.person}>
          <Fact name="Name" value={name} isVerbatim />
        </dl>
        {/* At the entrance the code is wanted, which nothing may push below the edge of a phone. */}
        <Code pass={pass} />
        <Exams exams={exams} packageName={packageName} isOnline={exam_preference === 'Online'} />
      </div>
      <div className={styles.tear} aria-hidden="true">
        <span />
      </div>
      <div className={styles.stub}>
        <dl className={styles.facts}>
          <Fact name="Booking ID" value={order_id} isWide isVerbatim />
          <Fact name="Email" value={email} isWide isVerbatim />
          <Fact name="Phone" value={indianPhone(phone)} isVerbatim />
          {phone2 && <Fact name="Alternate phone" value={indianPhone(phone2)} isVerbatim />}
        </dl>
        <p className={styles.terms}>*Terms and Conditions Applied</p>
      </div>
    </div>
  );
}

function Code({ pass: { pass_no, exams, exam_preference, qr } }: { pass: Pass }) {
  return (
    <div className={styles.code}>
      <QrCode text={qr} label={`QR code of pass ${pass_no}`} className={styles.qr} />
      <dl>
        <div className={styles.number}>
          <dt>Pass no.</dt>
          <dd translate="no">
            {pass_no.split(' ').map((group) => (
              <Fragment key={group}>
                <span>{group}</span>{' '}
              </Fragment>
            ))}
          </dd>
        </div>
        <div>
          <dt>You take part</dt>
          <dd>{exam_preference}</dd>
        </div>
      </dl>
      <p className={styles.meaning}>{preferenceMeans(exam_preference, exams.length === 1)}</p>
    </div>
  );
}

interface FactProps {
  name: string;
  value: string;
  isWide?: boolean;
  /** What another language would falsify: a person's name, an address, a number. */
  isVerbatim?: boolean;
}

function Fact({ name, value, isWide = false, isVerbatim = false }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{value}</dd>
    </div>
  );
}
