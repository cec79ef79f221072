// Saving and printing the pass, and what else there is where a browser inside an app does neither.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button } from '@/components/Button';
import { Link } from '@/components/Link';
import type { Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import { isInApp, print } from './inApp';
import { pictureOf, saveFile } from './savePass';
import box from '@/components/Box.module.css';
import styles from './TakeAlong.module.css';

interface Props {
  pass: Pass;
  ticket: RefObject<HTMLElement | null>;
}

type Help = { kind: 'saved' | 'picture'; picture: string } | { kind: 'print' };

export function TakeAlong({ pass, ticket }: Props) {
  const [help, setHelp] = useState<Help>();
  const heading = useRef<HTMLHeadingElement>(null);
  const kind = help?.kind;
  useEffect(() => {
    // Where a file or a print window was expected, the eye is not on this place.
    if (kind === 'picture' || kind === 'print') heading.current?.focus();
  }, [kind]);

  const save = async () => {
    const picture = await pictureOf(ticket.current);
    if (picture === undefined) return;
    if (isInApp(navigator.userAgent)) {
      setHelp({ kind: 'picture', picture });
      return;
    }
    saveFile(picture, pass.order_id);
    setHelp({ kind: 'saved', picture });
  };
  const printPass = async () => {
    if (!(await print())) setHelp({ kind: 'print' });
  };

  return (
    <>
      <div className={styles.floating}>
        <Button onClick={() => void save()}>Download Pass</Button>
        <Button look="quiet" onClick={() => void printPass()}>
          Print
        </Button>
      </div>
      {help?.kind === 'saved' && (
        <div className={styles.saved}>
          <p role="status">Your pass is saved as a picture, among your downloads.</p>
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
      {help?.kind === 'picture' && (
        <section className={styles.help} aria-labelledby="picture-heading">
          <h2 id="picture-heading" ref={heading} tabIndex={-1}>
            Hold the picture down to save it
          </h2>
          <p>
            Browsers inside apps save no files. Hold the picture down and choose to save it, or take a
            screenshot. {inOwnBrowser}
          </p>
          <img className={styles.picture} src={help.picture} alt="Your pass with its QR code" />
          <InMail pass={pass} />
        </section>
      )}
      {help?.kind === 'print' && (
        <section className={`${styles.help} ${box.notice}`} aria-labelledby="print-heading">
          <h2 id="print-heading" ref={heading} tabIndex={-1}>
            No print window?
          </h2>
          <p>This browser does not seem to print. {inOwnBrowser}</p>
          <InMail pass={pass} />
        </section>
      )}
    </>
  );
}

const inOwnBrowser =
  'Your own browser does it: the menu of the app, ⋮ or •••, has an entry that opens this page there.';

function InMail({ pass: { email, mail_bounced } }: Pick<Props, 'pass'>) {
  return (
    <>
      {!mail_bounced && <p>{`The pass is also in the mail to ${email}, which any device can open.`}</p>}
      <Link to={paths.findPass}>Mail it to me again</Link>
    </>
  );
}
