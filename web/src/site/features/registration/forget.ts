// Forgetting a registration that is complete.
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { attemptStore } from './attempt';
import { draftStore } from './draft';

export function forgetRegistration(): void {
  const { earlier, orderId } = attemptStore.get() ?? {};
  if (earlier && orderId) siblingOrders.set([...earlier, orderId]);
  draftStore.clear();
  attemptStore.clear();
}
