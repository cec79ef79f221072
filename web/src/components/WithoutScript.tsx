// What stands in the place of a form in a browser that runs no scripts: the ways that need none.
import { event } from '@/content/event';

const { email, phones } = event.contact;

/** Made by the server when it is opened, so its prices are those of today. */
const prices = '/api/packages/prices';

interface Props {
  /** What needs JavaScript, such as "Registering here". */
  what: string;
  /** Whether it is about what can be bought, which a page without scripts says, too. */
  isOfExams?: boolean;
}

/** The words are in the HTML alone: where code runs, React takes what is in a noscript for text that it need not know. */
export function WithoutScript({ what, isOfExams = false }: Props) {
  if (!import.meta.env.SSR) return <noscript />;
  return (
    <noscript>
      <p>
        <span>{what}</span> needs JavaScript, which is switched off in this browser. Please call{' '}
        <a href={phones[0].href}>{phones[0].shown}</a> or write to <a href={`mailto:${email}`}>{email}</a>,
        and we will help you.
      </p>
      {isOfExams && (
        <p>
          <a href={prices}>Prices and exams on a plain page</a>
        </p>
      )}
    </noscript>
  );
}
