// What belongs to one pass, shared by the screens that show it or say that it is there.
import useSWR, { type SWRConfiguration } from 'swr';
import { ApiError } from './client';
import { mayPass } from './passing';
import { findPass, type FoundPass } from './payments';

interface Held<Found> {
  /** Absent also where the server answers with nothing. */
  found?: Found | undefined;
  withdrawn?: WithdrawnPass;
}

/** What is said of a pass that is not accepted any more. */
export interface WithdrawnPass {
  /** It is by this address alone: the pass goes by another one. */
  isReplaced: boolean;
  /** The server's words, which say what became of it, or of the money. */
  message: string;
}

type Options<Found> = SWRConfiguration<Held<Found>, Error>;

/** `orderId` undefined asks nothing. */
export const usePass = (orderId: string | undefined, options?: Options<FoundPass>) =>
  useOfPass('pass', orderId, findPass, options);

/** `name` is the first part of its key in the cache. */
export function useOfPass<Found>(
  name: string,
  orderId: string | undefined,
  load: (orderId: string) => Promise<Found | undefined>,
  options?: Options<Found>,
) {
  const { data, error, isLoading, isValidating, mutate } = useSWR<
    Held<Found>,
    Error,
    readonly [string, string] | undefined
  >(orderId === undefined ? undefined : [name, orderId], ([, id]) => held(load(id)), {
    revalidateOnFocus: false,
    shouldRetryOnError: mayPass,
    ...options,
  });
  return { ...data, error, isLoading, isValidating, mutate };
}

/**
 * A withdrawal is a value, so that it replaces the pass that was found before. As an error it would last until the next one,
 * and the old pass would be shown again.
 */
async function held<Found>(finding: Promise<Found | undefined>): Promise<Held<Found>> {
  try {
    return { found: await finding };
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) {
      return { withdrawn: { isReplaced: error.details.code === 'pass_replaced', message: error.message } };
    }
    throw error;
  }
}
