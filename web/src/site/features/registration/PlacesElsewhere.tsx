// Above the form: who has a place in the line in another tab of this browser, which may be out of sight, or for another child.
import { use, useEffect, useId, useReducer } from 'react';
import { Button } from '@/components/Button';
import { SaleContext } from '@/lib/sale';
import { useSessionStore } from '@/lib/sessionStore';
import { attemptStore, broughtTicket, isFresh, takeUp } from './attempt';
import type { Attempt } from './attemptRecord';
import { draftStore } from './draft';
import { keptPlaces, readPlace, type Place } from './places';
import box from '@/components/Box.module.css';
import styles from './PlacesElsewhere.module.css';

export type GoOn = (attempt: Attempt, isResumed: boolean) => void;

export function PlacesElsewhere({ goOn }: { goOn: GoOn }) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    window.addEventListener('storage', renderAgain);
    return () => {
      window.removeEventListener('storage', renderAgain);
    };
  }, []);
  // This tab may have begun one of its own meanwhile, which another one's would be in place of.
  const own = useSessionStore(attemptStore)?.key;
  useSessionStore(broughtTicket);
  useSessionStore(draftStore);
  const mayGoOn = isFresh();
  const isOnSale = use(SaleContext)?.registration === 'open';
  const places = keptPlaces().filter(({ attempt }) => attempt.key !== own);
  if (places.length === 0) return null;
  return (
    <div role="status" className={`${box.notice ?? ''} ${styles.places ?? ''}`}>
      {places.map((place) => (
        <Elsewhere
          key={place.attempt.key}
          place={place}
          mayGoOn={mayGoOn}
          goOn={() => {
            const now = readPlace(place.attempt.key);
            if (now) goOn(takeUp(now.attempt), true);
            else renderAgain();
          }}
        />
      ))}
      {isOnSale && <p>To register another person, fill in the form: each has a place.</p>}
    </div>
  );
}

function Elsewhere({ place, mayGoOn, goOn }: { place: Place; mayGoOn: boolean; goOn: () => void }) {
  const id = useId();
  return (
    <>
      <p id={id}>
        <strong translate="no">{place.attempt.order.customer_name}</strong>{' '}
        <span>has a place in the line, taken in another tab of this browser.</span>
      </p>
      {mayGoOn && (
        <Button look="quiet" aria-describedby={id} onClick={goOn}>
          Go on with it here
        </Button>
      )}
    </>
  );
}
