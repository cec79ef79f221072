// A choice out of a list of things that somebody else may delete meanwhile.
import { ApiError } from '@/lib/api/client';
import type { List } from '@/portal/kit/resources/useList';

/** Whether the server refused what was sent because of this field. */
export const isRefusedFor = (error: unknown, field: string): boolean =>
  error instanceof ApiError && error.status === 422 && error.details.field === field;

/**
 * What is left of a choice by the list as it is now, which the screen shows from then on. The list that it has shown
 * so far is no evidence: it may be older than the choice, and then lacks what is new rather than what is gone.
 */
export async function stillThere(
  chosen: readonly string[],
  list: Pick<List<{ _id: string }>, 'reload'>,
): Promise<string[]> {
  const entries = await list.reload().catch(() => undefined);
  return chosen.filter((id) => !entries || entries.some(({ _id }) => _id === id));
}
