// The attendance of a list, read again every two seconds. What has to be looked at is sent only when it has changed.
import { useRef } from 'react';
import useSWR from 'swr';
import type { ApiError } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import { read, type AnswerOf } from '@/portal/kit/api/data';

type Sent = AnswerOf<'/api/check-in/attendance'>;

export type AttendanceAnswer = Sent & {
  doubles: NonNullable<Sent['doubles']>;
  without_right: NonNullable<Sent['without_right']>;
};

/** Whether people are counted who go out, and come in again. */
export const countsExits = ({ inside }: Sent): boolean => typeof inside === 'number';

export interface Pages {
  doubles: number;
  withoutRight: number;
}

/** A line at the door is watched by people. */
const pollMs = 2_000;

export function useAttendance(list: string | undefined, { doubles, withoutRight }: Pages) {
  const latest = useRef<{ of: string; answer: AttendanceAnswer }>(undefined);
  const query =
    list === undefined ? undefined : { list, doubles_page: doubles, without_right_page: withoutRight };
  const answer = useSWR<AttendanceAnswer, ApiError>(
    query && ['attendance', query],
    async () => {
      const of = JSON.stringify(query);
      const before = latest.current?.of === of ? latest.current.answer : undefined;
      const sent = await read('/api/check-in/attendance', {
        query: { ...(query ?? { list: '' }), ...(before && { found: before.found }) },
      });
      const whole = {
        ...sent,
        doubles: sent.doubles ?? before?.doubles ?? [],
        without_right: sent.without_right ?? before?.without_right ?? [],
      };
      latest.current = { of, answer: whole };
      return whole;
    },
    {
      // While the page is seen, which SWR looks at.
      refreshInterval: pollMs,
      // Another page of the same list; never another list.
      keepPreviousData: true,
      shouldRetryOnError: mayPass,
    },
  );
  return { ...answer, data: answer.data?.list === list ? answer.data : undefined };
}
