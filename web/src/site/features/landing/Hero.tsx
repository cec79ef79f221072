// The top of the landing page: the event's words, which come with the HTML, and on a screen wider than a phone the first
// exams beside them.
import { Suspense } from 'react';
import { decorative } from '@/components/decorative';
import { prerendered } from '@/components/Prerendered';
import { useMedia } from './useMotion';
import styles from './Hero.module.css';

const Intro = prerendered('intro', () => import('./Intro').then((module) => module.Intro));
const FirstExams = decorative(() => import('./FirstExams').then((module) => module.FirstExams));

export function Hero() {
  const isWide = useMedia('(min-width: 48rem)');
  return (
    <section className={styles.hero} aria-label="The expo">
      <div className={styles.columns}>
        <Intro />
        {isWide && (
          <Suspense>
            <FirstExams />
          </Suspense>
        )}
      </div>
    </section>
  );
}
