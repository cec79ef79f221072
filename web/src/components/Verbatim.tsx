// What another language would falsify: a person's name, an address, the number of a pass or of an order.
import type { ReactNode } from 'react';

export function Verbatim({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>;
}
