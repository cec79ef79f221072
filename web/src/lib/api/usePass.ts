// The pass of a paid order, shared by the screens that show it or say that it is there.
import useSWR, { type SWRConfiguration } from 'swr';
import { ApiError } from './client';
import { mayPass } from './passing';
import { findPass, type FoundPass } from './payments';

/** `orderId` undefined asks nothing. */
export const usePass = (
  orderId: string | undefined,
  options?: SWRConfiguration<FoundPass | undefined, Error>,
) =>
  useSWR<FoundPass | undefined, Error, readonly ['pass', string] | undefined>(
    orderId === undefined ? undefined : ['pass', orderId],
    ([, id]: readonly ['pass', string]) => findPass(id),
    { revalidateOnFocus: false, shouldRetryOnError: mayPass, ...options },
  );

/** The order is paid, and its pass is not accepted any more. The message says what became of the money. */
export const isWithdrawn = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 410;
