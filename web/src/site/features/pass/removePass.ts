// Removes a pass from this device.
import { forgetPass } from '@/lib/keptPasses';
import { removeOffline } from './offline';

/**
 * Whether this device keeps the pass no longer. It is not said before that is so: a page that is loaded anew at once would
 * find the pass, and keep it again.
 */
export async function removePass(orderId: string): Promise<boolean> {
  try {
    await removeOffline(orderId);
  } catch (error) {
    console.error('The pass could not be removed', error);
    return false;
  }
  forgetPass(orderId);
  return true;
}
