// Forgetting a registration that is complete.
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { addressIn } from '@/lib/typed';
import { attemptStore } from './attempt';
import { draftStore } from './draft';

/** `paid` is its order. Another one's page may learn of its payment while this tab registers the next child. */
export function forgetRegistration(paid: string): void {
  const attempt = attemptStore.get();
  if (!attempt) return;
  const { earlier, orderId, order } = attempt;
  if (orderId !== paid && !earlier?.includes(paid)) return;
  if (earlier) siblingOrders.set(orderId ? [...earlier, orderId] : earlier);
  const { name, email } = draftStore.get();
  // The next child may have been typed over it, and not be sent yet.
  if (name.trim() === order.customer_name && addressIn(email) === order.customer_email) draftStore.clear();
  attemptStore.clear();
}
