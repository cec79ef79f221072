// A stand-in for the payment provider's script, which a test page cannot load.
import { vi } from 'vitest';

type Checkout = NonNullable<Window['Cashfree']> extends (options: { mode: string }) => infer C ? C : never;
type CheckoutFunction = Checkout extends { checkout: infer F } ? F : never;

/** `loads` says for each attempt in turn what becomes of the script tag. */
export function stubProvider(
  checkout: CheckoutFunction = () => new Promise(() => undefined),
  loads: readonly ('loaded' | 'blocked' | 'silent' | 'empty')[] = ['loaded'],
) {
  const spy = vi.fn(checkout);
  const modes: string[] = [];
  const sources: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const script = node as HTMLScriptElement;
    sources.push(script.src);
    const load = loads[Math.min(sources.length, loads.length) - 1];
    queueMicrotask(() => {
      if (load === 'blocked') script.dispatchEvent(new Event('error'));
      if (load === 'loaded') {
        window.Cashfree = ({ mode }) => {
          modes.push(mode);
          return { checkout: spy };
        };
      }
      if (load === 'loaded' || load === 'empty') script.dispatchEvent(new Event('load'));
    });
  });
  return { checkout: spy, modes, sources };
}
