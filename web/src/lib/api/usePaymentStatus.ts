// The status of a payment, shared by the screens that show it.
import useSWR, { type SWRConfiguration } from 'swr';
import { fetchPaymentStatus } from './payments';
import type { PaymentStatus } from './types';

/** `orderId` undefined asks nothing. */
export const usePaymentStatus = (
  orderId: string | undefined,
  options?: SWRConfiguration<PaymentStatus | undefined, Error>,
) =>
  useSWR<PaymentStatus | undefined, Error, readonly ['payment-status', string] | undefined>(
    orderId === undefined ? undefined : ['payment-status', orderId],
    ([, id]: readonly ['payment-status', string]) => fetchPaymentStatus(id),
    options,
  );
