// Everybody of a group, who come in parts.
import useSWR from 'swr';
import type { ApiError } from '@/lib/api/client';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';

export type Member = AnswerOf<'/api/imports/{id}/people'>['people'][number];

export async function readPeople(id: string): Promise<Member[]> {
  const people: Member[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const part: AnswerOf<'/api/imports/{id}/people'> = await callForBody('get', '/api/imports/{id}/people', {
      path: { id },
      query: { from },
    });
    people.push(...part.people);
    from = part.next ?? undefined;
  }
  return people;
}

/** Once nobody is being registered any more; before that nobody is asked for. */
export const usePeople = (id: string, isRunning: boolean) =>
  useSWR<Member[], ApiError>(isRunning ? null : ['people of a group', id], () => readPeople(id));
