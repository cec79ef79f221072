// The banners of the event: they change every five seconds, by the arrows, the dots or a swipe, and stop for
// people who look, point or have asked for less motion.
import { useEffect, useRef, useState, type TouchEvent } from 'react';
import { AnyLink } from '@/components/AnyLink';
import { SampleTag } from '@/components/SampleTag';
import { hasSamples } from '@/content/samples';
import type { Banner } from '@/lib/api/types';
import { useMotion } from './useMotion';
import { PauseButton } from './PauseButton';
import styles from './HeroCarousel.module.css';

const changesAfterMs = 5_000;
const swipePx = 40;

export function HeroCarousel({ banners }: { banners: readonly Banner[] }) {
  const count = banners.length;
  const isSeveral = count > 1;
  const [shown, setShown] = useState(0);
  const current = shown % count;
  const { isMoving, isPaused, pause, hold } = useMotion();
  const touched = useRef<number>(undefined);

  useEffect(() => {
    if (!isMoving || !isSeveral) return;
    const timer = setTimeout(() => {
      setShown((current + 1) % count);
    }, changesAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isMoving, isSeveral, current, count]);

  const go = (step: number) => {
    setShown((current + step + count) % count);
  };
  const onTouchEnd = (touch: TouchEvent) => {
    const moved = (touch.changedTouches[0]?.clientX ?? 0) - (touched.current ?? 0);
    if (isSeveral && Math.abs(moved) > swipePx) go(moved < 0 ? 1 : -1);
  };

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label="Banners" {...hold}>
      <div
        aria-live={isMoving ? 'off' : 'polite'}
        onTouchStart={(touch) => {
          touched.current = touch.touches[0]?.clientX;
        }}
        onTouchEnd={onTouchEnd}
      >
        {banners.map(({ _id, bannerName, deskImgLink, mobImgLink, link }, at) => (
          <AnyLink
            key={_id}
            to={link}
            className={styles.slide}
            hidden={at !== current}
            aria-roledescription="slide"
            aria-label={`${bannerName}, ${String(at + 1)} of ${String(count)}`}
          >
            <picture className={styles.frame}>
              {mobImgLink && <source media="(max-width: 47.99rem)" srcSet={mobImgLink} />}
              <img
                src={deskImgLink}
                alt={bannerName}
                width={1200}
                height={480}
                loading={at === current ? 'eager' : 'lazy'}
                fetchPriority={at === 0 ? 'high' : 'auto'}
                className={styles.picture}
              />
            </picture>
          </AnyLink>
        ))}
      </div>
      <div className={styles.controls}>
        {hasSamples(banners) && <SampleTag />}
        {isSeveral && (
          <>
            <Arrow
              direction="Previous"
              onClick={() => {
                go(-1);
              }}
            />
            <div className={styles.dots}>
              {banners.map(({ _id, bannerName }, at) => (
                <button
                  key={_id}
                  type="button"
                  aria-label={`Show ${bannerName}`}
                  aria-current={at === current}
                  onClick={() => {
                    setShown(at);
                  }}
                />
              ))}
            </div>
            <PauseButton isPaused={isPaused} what="banners" onChange={pause} />
            <Arrow
              direction="Next"
              onClick={() => {
                go(1);
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}

function Arrow({ direction, onClick }: { direction: 'Previous' | 'Next'; onClick: () => void }) {
  return (
    <button type="button" className={styles.arrow} aria-label={`${direction} banner`} onClick={onClick}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d={direction === 'Next' ? 'M7 4l6 6-6 6' : 'M13 4l-6 6 6 6'}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
