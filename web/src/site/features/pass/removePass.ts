// Removes a pass from this device.
import { forgetPass } from '@/lib/keptPasses';
import { removeOffline } from './offline';

/**
 * Resolves to whether it worked, once nothing is left: a page reloaded before that would find the pass and keep it again.
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
