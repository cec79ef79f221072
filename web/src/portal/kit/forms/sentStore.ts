// What was sent and is not answered, each at a place of its own, for as long as the tab: sent again, after a reload too, it is
// the same.
import { createSessionStore } from '@/lib/sessionStore';

/** `isOne` tells it from what another release kept. Beyond `most`, what is never answered is forgotten in its turn. */
export function createSentStore<Sent>(name: string, isOne: (kept: unknown) => kept is Sent, most = Infinity) {
  const store = createSessionStore<Readonly<Record<string, Sent>>>(name, {}, (kept) =>
    typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Sent] => isOne(entry[1])))
      : undefined,
  );
  const without = (isOver: (place: string, sent: Sent) => boolean) =>
    Object.entries(store.get()).filter(([place, sent]) => !isOver(place, sent));
  return {
    ...store,
    keep: (place: string, sent: Sent) => {
      const others = without((other) => other === place);
      store.set(Object.fromEntries([...others, [place, sent] as const].slice(-most)));
    },
    forget: (isOver: (place: string, sent: Sent) => boolean) => {
      store.set(Object.fromEntries(without(isOver)));
    },
  };
}
