// The placeholder of a page while its code is on the way.
import { Page } from '@/components/Page';
import { Spinner } from '@/components/Spinner';
import { TakesLong } from '@/components/TakesLong';
import { WithoutScript } from '@/components/WithoutScript';
import styles from './PageLoading.module.css';

export function PageLoading() {
  return (
    <Page isNarrow>
      <p role="status" className={styles.loading}>
        <Spinner /> One moment
      </p>
      <TakesLong isPage />
      <WithoutScript what="This page" />
    </Page>
  );
}
