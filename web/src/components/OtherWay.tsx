// What else there is where a browser inside an app does not do what was asked of it.
import type { Ref } from 'react';
import type { Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import { inOwnBrowser } from './inApp';
import { Link } from './Link';
import box from './Box.module.css';
import styles from './OtherWay.module.css';

const ways = {
  print: { heading: 'No print window?', why: 'This browser does not seem to print.' },
  calendar: {
    heading: 'No calendar here',
    why: 'Browsers inside apps pass nothing on to the calendar.',
  },
} as const;

interface Props {
  /** What did not happen. */
  of: keyof typeof ways;
  pass: Pass;
  /** What was to be printed; a pass is in the mail itself. */
  page?: 'pass' | 'other';
  /** Where a window was expected, the eye is not on this place: whoever shows it moves the focus there. */
  heading: Ref<HTMLHeadingElement>;
}

export function OtherWay({ of, pass, page = 'pass', heading }: Props) {
  return (
    <section className={`${styles.way ?? ''} ${box.notice ?? ''}`} aria-labelledby="instead-heading">
      <h2 id="instead-heading" ref={heading} tabIndex={-1}>
        {ways[of].heading}
      </h2>
      <p>{`${ways[of].why} ${inOwnBrowser}`}</p>
      <InMail pass={pass} page={page} />
    </section>
  );
}

export function InMail({ pass: { email, mail_bounced }, page = 'pass' }: Pick<Props, 'pass' | 'page'>) {
  if (mail_bounced) return null;
  return (
    <>
      <p>
        {page === 'pass'
          ? `The pass is also in the mail to ${email}, which any device can open.`
          : `The mail to ${email} has the link of your pass, from which this page opens in any browser.`}
      </p>
      <Link to={paths.findPass}>Mail it to me again</Link>
    </>
  );
}
