// The top of the landing page: the event's words, which come with the HTML, beside the banners.
import { prerendered } from '@/components/Prerendered';
import { HeroCarousel } from './HeroCarousel';
import styles from './Hero.module.css';

const Intro = prerendered('intro', () => import('./Intro').then((module) => module.Intro));

export function Hero() {
  return (
    <section className={styles.hero} aria-label="The expo">
      <div className={styles.columns}>
        <Intro />
        <HeroCarousel />
      </div>
    </section>
  );
}
