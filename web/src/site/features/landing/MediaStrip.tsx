// The media partners: five in a row, and on a phone one after the other.
import { useEffect, useState } from 'react';
import { AnyLink } from '@/components/AnyLink';
import { SampleTag } from '@/components/SampleTag';
import { mediaPartners } from 'virtual:event/partners';
import { contentOf } from '@/content/placeholders';
import { hasSamples } from '@/content/samples';
import { PauseButton } from './PauseButton';
import { useBrands } from './useBanners';
import { useMedia, useMotion } from './useMotion';
import styles from './MediaStrip.module.css';

const changesAfterMs = 3_000;

export function MediaStrip() {
  const { data: banners, error } = useBrands();
  const entered = banners?.map(({ _id, bannerName, deskImgLink, link }) => ({
    key: _id,
    name: bannerName,
    image: deskImgLink,
    link: link === '/' ? undefined : link,
  }));
  const ofThose = hasSamples(banners ?? []) ? 'sample' : 'own';
  const own = entered?.length ? ofThose : contentOf('mediaPartners');
  const logos = entered?.length
    ? entered
    : mediaPartners.map((one) => ({ key: one.name, link: undefined, ...one }));
  const isNarrow = useMedia('(max-width: 47.99rem)');
  const { isMoving, isPaused, pause, hold } = useMotion();
  const [shown, setShown] = useState(0);

  useEffect(() => {
    if (!isNarrow || !isMoving) return;
    const timer = setInterval(() => {
      setShown((at) => at + 1);
    }, changesAfterMs);
    return () => {
      clearInterval(timer);
    };
  }, [isNarrow, isMoving]);

  // Nobody is shown partners that are replaced a moment later.
  if (!banners && !error) return <div className={styles.strip} />;
  // Its place stays: what is below does not jump when the answer comes.
  if (own === 'none') return <div className={styles.none} />;
  return (
    <section className={styles.strip} aria-label="Media partners">
      <div className={styles.title}>
        <p>Media partners</p>
        {own === 'sample' && <SampleTag />}
      </div>
      <ul className={styles.logos} {...hold}>
        {logos.map(({ key, name, image, link }, at) => {
          const logo = <img src={image} alt={name} width={150} height={100} />;
          return (
            <li key={key} data-shown={at === shown % logos.length}>
              {link ? <AnyLink to={link}>{logo}</AnyLink> : logo}
            </li>
          );
        })}
      </ul>
      {isNarrow && <PauseButton isPaused={isPaused} what="media partners" onChange={pause} />}
    </section>
  );
}
