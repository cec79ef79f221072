// For an address that has paid already. Only those who meet that need its code.
import { Suspense } from 'react';
import { decorative } from '@/components/decorative';
import type { Payment } from './usePayment';

const SendMyPass = decorative(() => import('@/components/SendMyPass').then((module) => module.SendMyPass));

export function PassOffer({ problem }: Pick<Payment, 'problem'>) {
  if (!problem?.paidBy) return null;
  return (
    <Suspense>
      <SendMyPass key={problem.occurrence} email={problem.paidBy} />
    </Suspense>
  );
}
