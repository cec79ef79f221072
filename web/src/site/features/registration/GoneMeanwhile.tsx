// Beside a place in the line: that no place of the registration's exam is left. One may come back, as orders expire, so who waits
// decides. Nothing is said where an order of this attempt, or of an earlier one, which gives way to it, may hold the last one.
import { use, useEffect, useEffectEvent } from 'react';
import { examsOf } from '@/lib/catalogue/examTimes';
import { PackagesContext } from '@/lib/catalogue/packages';
import type { Attempt } from './attemptRecord';
import box from '@/components/Box.module.css';

/** The list stays in caches on the way for nearly as long. */
const lookEveryMs = 60_000;

interface Props {
  attempt: Attempt;
  /** One of two cards on a page does. */
  looks: boolean;
}

export function GoneMeanwhile({ attempt: { key, order, orderId, replaces }, looks }: Props) {
  const mayHold = orderId !== undefined || (replaces !== undefined && replaces !== key);
  if (order.course_category === undefined || mayHold) return null;
  return <Gone courseId={order.course_category} looks={looks} />;
}

function Gone({ courseId, looks }: { courseId: string; looks: boolean }) {
  const packages = use(PackagesContext);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') packages?.retry();
  });
  useEffect(() => {
    if (!looks) return;
    const timer = setInterval(() => {
      look();
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, [looks]);
  const exam = examsOf(packages?.list ?? []).find(({ id }) => id === courseId);
  if (!exam?.isSoldOut) return null;
  return (
    <p role="status" className={box.notice}>
      {`No place of ${exam.course} is left just now. You can wait, as one may come back, or cancel and choose another exam: you keep your place in the line.`}
    </p>
  );
}
