// What was sent and is not answered, each at a place of its own, for as long as the tab or, where tabs share it, until it is
// answered: sent again, after a reload too, it is the same.
import { createSessionStore } from '@/lib/sessionStore';

interface Options {
  /** Beyond these, what is never answered is forgotten in its turn. */
  most?: number;
  /** It outlives the tab, and every tab of the browser has it. */
  isShared?: boolean;
}

/** `isOne` tells it from what another release kept. */
export function createSentStore<Sent>(
  name: string,
  isOne: (kept: unknown) => kept is Sent,
  { most = Infinity, isShared = false }: Options = {},
) {
  const store = createSessionStore<Readonly<Record<string, Sent>>>(
    name,
    {},
    (kept) =>
      typeof kept === 'object' && kept !== null
        ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Sent] => isOne(entry[1])))
        : undefined,
    () => (isShared ? localStorage : sessionStorage),
  );
  const without = (isOver: (place: string, sent: Sent) => boolean) =>
    Object.entries(store.get()).filter(([place, sent]) => !isOver(place, sent));
  return {
    ...store,
    subscribe: (listener: () => void) => {
      const stop = store.subscribe(listener);
      // Of what other tabs do, where it is theirs, too.
      addEventListener('storage', listener);
      return () => {
        removeEventListener('storage', listener);
        stop();
      };
    },
    keep: (place: string, sent: Sent) => {
      const others = without((other) => other === place);
      store.set(Object.fromEntries([...others, [place, sent] as const].slice(-most)));
    },
    forget: (isOver: (place: string, sent: Sent) => boolean) => {
      store.set(Object.fromEntries(without(isOver)));
    },
  };
}
