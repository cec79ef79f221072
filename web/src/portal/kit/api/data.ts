// Reading from the API with a cache: one hook for every address, typed by the schema.
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { ApiError, call, sendChangesBy } from '@/lib/api/client';
import { mayPass } from '@/lib/api/passing';
import type { MethodOf, Path, RequestOf, ResponseOf } from '@/lib/api/operation';
import { whileBusy } from './busy';

sendChangesBy(whileBusy);

/** The addresses that can be read. */
export type Readable = { [P in Path]: 'get' extends MethodOf<P> ? P : never }[Path];

type RequestTo<P extends Readable> = RequestOf<P, 'get' & MethodOf<P>>;
export type AnswerOf<P extends Readable> = ResponseOf<P, 'get' & MethodOf<P>>;

/** As much of an answer as a screen has to know to show it. */
export interface Answer<Data> {
  data: Data | undefined;
  error: ApiError | undefined;
  /** Asks again. */
  mutate: () => Promise<unknown>;
}

/** What the cache knows the answer by. */
export const keyOf = <P extends Readable>(path: P, request: RequestTo<P>) => [path, request] as const;

/** A call that brings something: rejects when the answer is empty. */
export async function callForBody<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  request: RequestOf<P, M>,
): Promise<NonNullable<ResponseOf<P, M>>> {
  const answer = await call(method, path, request);
  if (answer === undefined) throw ApiError.unusable(200, method !== 'get');
  return answer as NonNullable<ResponseOf<P, M>>;
}

export const read = <P extends Readable>(path: P, request: RequestTo<P>) =>
  callForBody('get' as 'get' & MethodOf<P>, path, request) as Promise<AnswerOf<P>>;

/** `request` undefined asks nothing yet. */
export function useAnswer<P extends Readable>(
  path: P,
  request: RequestTo<P> | undefined,
  options?: SWRConfiguration<AnswerOf<P>, ApiError>,
): SWRResponse<AnswerOf<P>, ApiError> {
  return useSWR<AnswerOf<P>, ApiError, readonly [P, RequestTo<P>] | undefined>(
    request && keyOf(path, request),
    ([address, asked]: readonly [P, RequestTo<P>]) => read(address, asked),
    {
      // What the server refuses it will refuse again; only silence, its own faults and too much at once pass.
      shouldRetryOnError: mayPass,
      ...options,
    },
  );
}

/** What has been read already, kept up to date when somebody else reads it again; asks for nothing by itself. */
export function useKnown<P extends Readable>(path: P, request: RequestTo<P>): AnswerOf<P> | undefined {
  return useAnswer(path, request, {
    revalidateOnMount: false,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  }).data;
}
