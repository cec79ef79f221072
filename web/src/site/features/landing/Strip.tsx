// Logos in a row that runs without an end: the list is in it twice, and the second copy is not read out.
import { AnyLink } from '@/components/AnyLink';
import type { Banner } from '@/lib/api/types';
import { PauseButton } from './PauseButton';
import { useMotion } from './useMotion';
import styles from './Strip.module.css';

export function Strip({ banners, what }: { banners: readonly Banner[]; what: string }) {
  const { isMoving, isPaused, pause, hold } = useMotion();
  return (
    <div className={styles.frame}>
      <div className={styles.window} {...hold}>
        <div className={styles.track} data-moving={isMoving}>
          <Logos banners={banners} />
          <Logos banners={banners} isCopy />
        </div>
      </div>
      <PauseButton isPaused={isPaused} what={what} onChange={pause} />
    </div>
  );
}

function Logos({ banners, isCopy = false }: { banners: readonly Banner[]; isCopy?: boolean }) {
  return (
    <ul aria-hidden={isCopy || undefined} className={styles.logos}>
      {banners.map(({ _id, bannerName, deskImgLink, link }) => (
        <li key={_id}>
          <AnyLink to={link} {...(isCopy && { tabIndex: -1 })}>
            <img src={deskImgLink} alt="" width={180} height={120} loading="lazy" />
            <span>{bannerName}</span>
          </AnyLink>
        </li>
      ))}
    </ul>
  );
}
