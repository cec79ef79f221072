// Beside a place in the line: that no place of the registration's exam is left. One may come back, as orders expire, so who waits
// decides. Nothing is said where the order of an earlier attempt may hold the last one: it gives way to this attempt.
import { use, useEffect, useEffectEvent } from 'react';
import { examsOf } from '@/lib/catalogue/examTimes';
import { PackagesContext } from '@/lib/catalogue/packages';
import type { Attempt } from './attemptRecord';
import box from '@/components/Box.module.css';

/** The list stays in caches on the way for nearly as long. */
const lookEveryMs = 60_000;

export function GoneMeanwhile({ attempt: { order, replaces } }: { attempt: Attempt }) {
  const packages = use(PackagesContext);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') packages?.retry();
  });
  useEffect(() => {
    const timer = setInterval(() => {
      look();
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const exam = examsOf(packages?.list ?? []).find(({ id }) => id === order.course_category);
  if (!exam?.isSoldOut || replaces !== undefined) return null;
  return (
    <p role="status" className={box.notice}>
      {`No place of ${exam.course} is left just now. You can wait, as one may come back, or cancel and choose another exam: you keep your place in the line.`}
    </p>
  );
}
