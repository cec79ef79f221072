// Hears of the back button before the router does, so that a screen with unsaved work can ask first. Browsers call
// the window's listeners in the order in which they came, so this one has to be there before the router's.

type Gate = (pop: PopStateEvent) => void;

let gate: Gate | undefined;

/** Called once, before the router is made. */
export function watchHistory(): void {
  if (typeof window === 'undefined') return;
  addEventListener('popstate', (pop) => gate?.(pop));
}

/** `next` may stop the event. Gives back how to take it away again. */
export function setHistoryGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = undefined;
  };
}
