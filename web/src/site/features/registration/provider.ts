// The payment provider's browser script: loading it, and handing it the payment in the same window.
import { paths } from '@/lib/paths';
import { wait } from '@/lib/wait';

interface CheckoutResult {
  error?: { message?: string };
}

interface Checkout {
  checkout: (options: {
    paymentSessionId: string;
    returnUrl: string;
    redirectTarget: '_self';
  }) => Promise<CheckoutResult | undefined>;
}

declare global {
  interface Window {
    Cashfree?: (options: { mode: string }) => Checkout;
  }
}

const loadTimeoutMs = 15_000;
const leaveTimeoutMs = 30_000;
const secondTryAfterMs = 1_000;

const notCompleted = 'The payment was not completed. You have not been registered yet; please try again.';
const notLoaded =
  'The payment page could not be loaded, and nothing has been charged. Please check your connection, switch off any blocker for this site, and try again.';
const notOpened =
  'The payment page did not open, and nothing has been charged. Please try again, or open this site in another browser.';

function configured(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

function loadScript(): Promise<void> {
  if (window.Cashfree) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(notLoaded));
    };
    const timer = setTimeout(fail, loadTimeoutMs);
    script.onerror = fail;
    script.onload = () => {
      // A blocker may answer with an empty script.
      if (!window.Cashfree) {
        fail();
        return;
      }
      clearTimeout(timer);
      resolve();
    };
    script.src = configured('cashfree-sdk');
    document.head.append(script);
  });
}

/**
 * Leaves for the provider's payment page. The promise never resolves: the page unloads, or it rejects with
 * words for the person.
 */
export async function leaveForPayment(paymentSessionId: string, signal: AbortSignal): Promise<never> {
  await loadScript().catch(async () => {
    await wait(secondTryAfterMs, signal);
    await loadScript();
  });
  if (!window.Cashfree || signal.aborted) throw new Error(notLoaded);

  const checkout = window.Cashfree({ mode: configured('cashfree-mode') });
  const answer = checkout.checkout({
    paymentSessionId,
    returnUrl: paths.returnFromProvider(location.origin),
    redirectTarget: '_self',
  });
  return Promise.race([
    // Anything but an error means that the browser is on its way.
    answer.then((result) =>
      result?.error ? Promise.reject(new Error(result.error.message || notCompleted)) : never(),
    ),
    wait(leaveTimeoutMs, signal).then(() => Promise.reject(new Error(notOpened))),
  ]);
}

const never = () => new Promise<never>(() => undefined);
