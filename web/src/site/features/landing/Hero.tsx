// The top of the landing page: the event's words, which come with the HTML, beside the banners. Where the organisers
// have none, a screen wider than a phone has the first exams there.
import { Suspense } from 'react';
import { decorative } from '@/components/decorative';
import { prerendered } from '@/components/Prerendered';
import { whenSeen } from '@/components/whenSeen';
import { useHeroBanners } from './useBanners';
import { useMedia } from './useMotion';
import styles from './Hero.module.css';

const Intro = prerendered('intro', () => import('./Intro').then((module) => module.Intro));
const HeroCarousel = whenSeen(
  () => import('./HeroCarousel').then((module) => module.HeroCarousel),
  <div className={styles.banner} />,
  '-1px',
);
const FirstExams = decorative(() => import('./FirstExams').then((module) => module.FirstExams));

export function Hero() {
  const { data: banners, error } = useHeroBanners();
  const isWide = useMedia('(min-width: 48rem)');
  const hasNoBanners = error !== undefined || banners?.length === 0;
  return (
    <section className={styles.hero} aria-label="The expo">
      <div className={styles.columns}>
        <Intro />
        {banners?.length ? (
          <div className={styles.side}>
            <HeroCarousel banners={banners} />
          </div>
        ) : (
          hasNoBanners &&
          isWide && (
            <Suspense>
              <FirstExams />
            </Suspense>
          )
        )}
      </div>
    </section>
  );
}
