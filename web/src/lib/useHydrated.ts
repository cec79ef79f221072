// Whether the browser has taken the page over. What depends on the browser alone, such as what was typed before,
// is left out until then: a field that is there earlier could lose what a visitor types into it.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
