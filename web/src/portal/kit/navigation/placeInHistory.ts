// Where in the browser's history of this tab the person is.

/** The router numbers its entries, from 0 for the page that the visit began with. */
export const placeInHistory = (): number | undefined => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : undefined;
};
