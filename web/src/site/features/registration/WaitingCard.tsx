// What a candidate with a place in the line sees: how long, how many are ahead, what is kept, what to do.
import { useEffect, useReducer, useRef, type ReactElement } from 'react';
import { Button } from '@/components/Button';
import { inOwnBrowser, isInApp } from '@/components/inApp';
import { Spinner } from '@/components/Spinner';
import { rupees } from '@/lib/format';
import { paths } from '@/lib/paths';
import { GoneMeanwhile } from './GoneMeanwhile';
import { clockTime, heldForMinutes, roughly, type InLine } from './line';
import { MailOffer } from './MailOffer';
import box from '@/components/Box.module.css';
import styles from './WaitingCard.module.css';

interface Props {
  line: InLine;
  notice: string | undefined;
  /** The level of its heading on the page. */
  heading: 'h2' | 'h3';
  takesFocus: boolean;
  /** With what there is to say of the place, which stays. */
  onLeave: (note: ReactElement) => void;
}

export function WaitingCard({ line, notice, heading: Heading, takesFocus, onLeave }: Props) {
  const { place, step } = line;
  const { order, summary } = place.attempt;
  const heading = useRef<HTMLHeadingElement>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    // At once: what arrives above during a slow scroll, such as the exam times, would end it in the wrong place.
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [takesFocus]);

  useEffect(() => {
    const timer = setInterval(renderAgain, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, []);

  const left = Math.max(0, line.left());
  const isWaiting = step === 'waiting' && left > 0;
  const why = isWaiting && whyOf(place);

  return (
    <div className={styles.card}>
      <Heading ref={heading} tabIndex={-1} className={styles.heading}>
        {isWaiting ? 'Your place in the line' : 'It is your turn'}
      </Heading>
      <div className={styles.clock}>
        {/* Its words change with the minute, not with the second, and are announced when they do. */}
        <p role="status" className={styles.time}>
          {step === 'unreachable' ? (
            <span className={styles.words}>
              The server cannot be reached. Your place is kept, and we will keep trying.
            </span>
          ) : isWaiting ? (
            <Left words={roughly(left)} />
          ) : (
            <span className={styles.words}>
              <Spinner /> Opening the payment page
            </span>
          )}
        </p>
        {isWaiting && (
          <>
            <Bar place={place} left={left} />
            <p className={styles.ahead}>
              <span>{`That is about ${timeIn(left)}`}</span>
              <span>{peopleAhead(place, left)}</span>
            </p>
          </>
        )}
      </div>
      {why && <p className={box.notice}>{why}</p>}
      <GoneMeanwhile attempt={place.attempt} looks={takesFocus} />
      {notice && (
        <p role="status" className={box.notice}>
          {notice}
        </p>
      )}
      <p>
        <strong>Keep this page open.</strong> The payment page opens automatically when it is your turn. If
        you are in another tab, the title of this page will tell you, and your turn is held for{' '}
        {heldForMinutes} minutes.
      </p>
      {isWaiting && <MailOffer place={place} left={left} />}
      <div className={styles.saved}>
        <p>
          <strong>Your form and your place are saved.</strong> If you close this page, open the site again in
          this browser.
        </p>
        <dl>
          <div>
            <dt>Name</dt>
            <dd translate="no">{order.customer_name}</dd>
          </div>
          <div>
            <dt>Package</dt>
            <dd>
              {[summary.packageName, summary.collegeName, summary.courseName].filter(Boolean).join(', ')}
            </dd>
          </div>
          <div>
            <dt>To pay</dt>
            <dd>{`${rupees(order.order_amount)}. Nothing has been charged yet.`}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.leave}>
        <Button
          look="quiet"
          onClick={() => {
            onLeave(
              <p role="status" className={box.notice}>
                {`Your place in the line is held until ${timeIn(left + heldForMinutes * 60_000)}. Register again on this page before then, and you go on from it.`}
              </p>,
            );
          }}
        >
          Cancel and change my details
        </Button>
        <p>You keep your place if you register again on this page before your turn is over.</p>
        <AnotherPerson />
      </div>
    </div>
  );
}

function AnotherPerson() {
  // There the link would lead to this very page, or nowhere.
  if (isInApp(navigator.userAgent)) {
    return <p>{`Registering another person, too? ${inOwnBrowser} Each has a place.`}</p>;
  }
  return (
    <p>
      Registering another person, too?{' '}
      <a href={paths.register} target="_blank" rel="noopener">
        Open the form in a new tab
      </a>
      , and each has a place.
    </p>
  );
}

function Left({ words }: { words: string }) {
  const [, amount] = /^about (.*)/.exec(words) ?? [];
  return (
    <>
      <span className={styles.lead}>{amount ? 'Your turn is in about' : 'Your turn is in'}</span>
      <span>{` ${amount ?? words}`}</span>
    </>
  );
}

/** How much of the whole wait is behind this person; a moment that moves away makes it no smaller than true. */
function Bar({ place, left }: { place: InLine['place']; left: number }) {
  const behind = place.toldAt - place.joinedAt + (place.etaMs - left);
  const part = behind / (behind + left);
  return (
    <div className={styles.bar} aria-hidden="true">
      <div style={{ transform: `scaleX(${part.toFixed(4)})` }} />
    </div>
  );
}

/** What there is to say of a wait that is not everybody's turn alone. */
function whyOf({ waitsFor, heldUntil }: InLine['place']): string | undefined {
  if (waitsFor === 'hold' && heldUntil > 0) {
    return `The organisers have paused payments until ${clockTime(heldUntil)}. Nobody is let in before, and everybody keeps their place. Should they go on sooner, this page learns of it by itself.`;
  }
  if (waitsFor === 'address') {
    return 'Many people on your network are registering now, as happens in a school or a hostel. You take turns with them, in the order in which you came.';
  }
  return undefined;
}

/** The line moves at an even pace once it moves, so the part of the time that is left is the part of the people. */
function peopleAhead({ ahead, etaMs, toldAt, heldUntil, waitsFor }: InLine['place'], left: number): string {
  const moves = Math.max(1, etaMs - Math.max(0, heldUntil - toldAt));
  const people = Math.ceil(ahead * Math.min(1, left / moves));
  if (people <= 0) return 'You are next';
  const who = waitsFor === 'address' ? 'on your network ahead of you' : 'ahead of you';
  return people === 1 ? `1 person ${who}` : `About ${String(people)} people ${who}`;
}

const timeIn = (left: number): string => clockTime(Date.now() + left);
