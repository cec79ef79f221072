// For addresses that do not exist. The app is served for them as for its own, so the page itself says that there is nothing to find.
import { ButtonLink } from '@/components/Button';
import { Page } from '@/components/Page';
import { texts } from '@/content/texts';
import { paths } from '@/lib/paths';
import styles from './NotFoundPage.module.css';

export function NotFoundPage() {
  return (
    <Page title="Page not found" isPrivate isNarrow>
      <div className={styles.stack}>
        <h1>Page not found</h1>
        <p>This address leads nowhere. It may have been typed wrongly, or the page has moved.</p>
        <ButtonLink to={paths.home}>{texts.backToHome}</ButtonLink>
        <ButtonLink look="quiet" to={paths.register}>
          {texts.register}
        </ButtonLink>
      </div>
    </Page>
  );
}
