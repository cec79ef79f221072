// Saving and printing the pass, and what else there is where a browser inside an app does neither.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button } from '@/components/Button';
import { inOwnBrowser, isInApp, print } from '@/components/inApp';
import { InMail, OtherWay } from '@/components/OtherWay';
import type { Pass } from '@/lib/api/types';
import { calendarOf, timed } from './calendar';
import { drawnPictureOf, pictureOf, saveFile } from './savePass';
import styles from './TakeAlong.module.css';

interface Props {
  pass: Pass;
  ticket: RefObject<HTMLElement | null>;
  timetable: RefObject<HTMLElement | null>;
}

type Pictured = keyof typeof pictures;
type Help =
  { kind: 'saved' | 'picture'; of: Pictured; picture: string } | { kind: 'print' | 'calendar' | 'added' };

const pictures = {
  pass: { saved: 'Your pass is saved', alt: 'Your pass with its QR code' },
  timetable: { saved: 'Your timetable is saved', alt: 'Your timetable' },
} as const;

export function TakeAlong({ pass, ticket, timetable }: Props) {
  const [help, setHelp] = useState<Help>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where a file or a print window was expected, the eye is not on this place.
    heading.current?.focus();
  }, [help]);

  // A timetable and a calendar are handed on, and the booking ID opens the pass.
  const number = pass.pass_no.replaceAll(' ', '-');
  const names = { pass: `pass-${pass.order_id}`, timetable: `timetable-${number}` };
  /** Library and font may take seconds: what is pressed meanwhile would draw the same again. */
  const isDrawing = useRef(false);
  const save = async (of: Pictured, element: HTMLElement | null) => {
    if (isDrawing.current) return;
    isDrawing.current = true;
    const picture = await (of === 'pass' ? drawnPictureOf : pictureOf)(element);
    isDrawing.current = false;
    if (picture === undefined) return;
    if (isInApp(navigator.userAgent)) {
      setHelp({ kind: 'picture', of, picture });
      return;
    }
    saveFile(picture, `${names[of]}.png`);
    setHelp({ kind: 'saved', of, picture });
  };
  const printPass = async () => {
    if (!(await print())) setHelp({ kind: 'print' });
  };
  const addToCalendar = () => {
    if (isInApp(navigator.userAgent)) {
      setHelp({ kind: 'calendar' });
      return;
    }
    const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarOf(pass, new Date()))}`;
    saveFile(file, `exams-${number}.ics`);
    setHelp({ kind: 'added' });
  };

  return (
    <>
      <div className={styles.more}>
        {timed(pass).length > 0 && (
          <Button look="quiet" onClick={addToCalendar}>
            Add to calendar
          </Button>
        )}
        {pass.exams.length > 1 && (
          <Button look="quiet" onClick={() => void save('timetable', timetable.current)}>
            Save the timetable
          </Button>
        )}
      </div>
      <div className={styles.floating}>
        <Button onClick={() => void save('pass', ticket.current)}>Download Pass</Button>
        <Button look="quiet" onClick={() => void printPass()}>
          Print
        </Button>
      </div>
      {help?.kind === 'saved' && (
        <div className={styles.saved}>
          <p role="status">{`${pictures[help.of].saved} as a picture, among your downloads.`}</p>
          <Button
            look="quiet"
            onClick={() => {
              setHelp({ ...help, kind: 'picture' });
            }}
          >
            No file there? Show the picture
          </Button>
        </div>
      )}
      {help?.kind === 'added' && (
        <div className={styles.saved}>
          <p role="status">{added(timed(pass).length)}</p>
        </div>
      )}
      {help?.kind === 'picture' && (
        <section className={styles.help} aria-labelledby="picture-heading">
          <h2 id="picture-heading" ref={heading} tabIndex={-1}>
            Hold the picture down to save it
          </h2>
          <p>
            Browsers inside apps save no files. Hold the picture down and choose to save it, or take a
            screenshot. {inOwnBrowser}
          </p>
          <img className={styles.picture} src={help.picture} alt={pictures[help.of].alt} />
          <InMail pass={pass} />
        </section>
      )}
      {(help?.kind === 'print' || help?.kind === 'calendar') && (
        <OtherWay of={help.kind} pass={pass} heading={heading} />
      )}
    </>
  );
}

const added = (entries: number) =>
  entries === 1
    ? 'The calendar entry of your exam is among your downloads. Open the file to add it.'
    : `The calendar entries of your ${String(entries)} exams are among your downloads. Open the file to add them.`;
