// Who holds the event and where, as whoever pays wants to know it.
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import styles from './Organiser.module.css';

const { legalName, address, people } = landing.organiser;
const { street, city, region, map } = landing.place;

export function Organiser() {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Held by</dt>
        <dd translate="no">{legalName}</dd>
        <dd translate="no">{address}</dd>
        {people.map(({ role, name }) => (
          <dd key={`${role} ${name}`}>
            <span>{role}</span>: <span translate="no">{name}</span>
          </dd>
        ))}
      </div>
      <div>
        <dt>Where</dt>
        <dd translate="no">{event.venue}</dd>
        {street && <dd translate="no">{[street, city, region].join(', ')}</dd>}
        <dd>
          <a href={map} target="_blank" rel="noreferrer">
            <span>See it on a map</span>
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </dd>
      </div>
    </dl>
  );
}
