// The ticket itself, everything inline, so that it can be saved as an image with nothing left to load. The
// two notches are holes: on a transparent image whatever lies behind shows through.
import type { Ref } from 'react';
import { ExpoMark, KochiMark } from '@/components/Marks';
import { event } from '@/content/event';
import type { Pass } from '@/lib/api/types';
import { nothingLeft } from '@/lib/complete';
import { indianPhone } from '@/lib/format';
import styles from './Ticket.module.css';

export function Ticket({ pass, ref }: { pass: Pass; ref: Ref<HTMLDivElement> }) {
  const { name, order_id, email, phone, phone2, ...others } = pass;
  nothingLeft(others, []);
  return (
    <div ref={ref} className={styles.ticket}>
      <div className={styles.head}>
        <div className={styles.logos}>
          <ExpoMark size={44} />
          <p className={styles.event}>{event.name}</p>
          <KochiMark size={44} />
        </div>
        <p className={styles.tagline}>{event.tagline}</p>
        <dl className={styles.when}>
          <Fact name="Date" value={event.dates} />
          <Fact name="Time" value={event.time} />
          <Fact name="Venue" value={event.venue} />
          <Fact name="Admits" value={event.admits} />
        </dl>
      </div>
      <div className={styles.tear} aria-hidden="true">
        <span />
      </div>
      <div className={styles.stub}>
        <dl className={styles.person}>
          <Fact name="Name" value={name} />
          <Fact name="Booking ID" value={order_id} isCode />
          <Fact name="Email" value={email} />
          <Fact name="Phone" value={indianPhone(phone)} />
          {phone2 && <Fact name="Alternate phone" value={indianPhone(phone2)} />}
        </dl>
        <p className={styles.terms}>*Terms and Conditions Applied</p>
      </div>
    </div>
  );
}

function Fact({ name, value, isCode = false }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? styles.code : undefined}>{value}</dd>
    </div>
  );
}
