// Forgetting a registration that is complete.
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { attemptStore } from './attempt';
import { draftStore } from './draft';

/** `paid` is its order. Another one's page may learn of its payment while this tab registers the next child. */
export function forgetRegistration(paid: string): void {
  const attempt = attemptStore.get();
  if (attempt) {
    const { earlier, orderId } = attempt;
    if (orderId !== paid && !earlier?.includes(paid)) return;
    if (earlier) siblingOrders.set(orderId ? [...earlier, orderId] : earlier);
  }
  draftStore.clear();
  attemptStore.clear();
}
