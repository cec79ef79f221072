// From the list of candidates to one of them, and back to where one was in the list.
import { useLocation } from 'react-router';
import { portalPaths } from './paths';

interface FromList {
  /** The query of the list's address: its page and filters. */
  listQuery: string;
}

/** What a link from the list to a candidate takes along. It stays with the entry in the browser's history, over a reload. */
export function useFromList(): FromList {
  return { listQuery: useLocation().search };
}

/** The address of the list as it was left, or as it opens when one has come another way. */
export function useListAddress(): string {
  const state: unknown = useLocation().state;
  const isFromList = typeof state === 'object' && state !== null && 'listQuery' in state;
  return `${portalPaths.customers}${isFromList ? String(state.listQuery) : ''}`;
}
