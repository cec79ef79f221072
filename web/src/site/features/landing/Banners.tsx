// The banners, as wide as the page, where the organisers have some. They come below the first screen, which the words and
// the media partners fill, so nobody sees anything move.
import { whenSeen } from '@/components/whenSeen';
import { useHeroBanners } from './useBanners';
import styles from './Hero.module.css';

const HeroCarousel = whenSeen(
  () => import('./HeroCarousel').then((module) => module.HeroCarousel),
  <div className={styles.banner} />,
  { ahead: '-1px', without: null },
);

export function Banners() {
  const { data: banners } = useHeroBanners();
  if (!banners?.length) return null;
  return (
    <div className={styles.banners}>
      <HeroCarousel banners={banners} />
    </div>
  );
}
