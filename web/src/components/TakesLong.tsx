// Beside what waits for the site's code: what to do where that does not come, which no code can say. It is in the HTML alone,
// and its stylesheet shows it when that should have come long ago.
import { useHydrated } from '@/lib/useHydrated';
import './TakesLong.css';

/** The address that the page was opened by, with its query. */
const again = '';

/** `isPage`: a whole page waits, perhaps that of somebody who has paid. */
export function TakesLong({ isPage = false }: { isPage?: boolean }) {
  if (useHydrated()) return null;
  // React leaves what is in the HTML as it is, and need not know the words.
  if (!import.meta.env.SSR) return <p dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
  return (
    <p className="takes-long" data-page={isPage}>
      <span>
        This takes long. <a href={again}>Load the page again.</a>
      </span>
      {isPage && <span> If you have paid, your pass comes by email: do not pay again.</span>}
    </p>
  );
}
