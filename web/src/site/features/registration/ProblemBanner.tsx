// Why a payment did not begin, and what there is to do about it.
import { ErrorBanner } from '@/components/ErrorBanner';
import { LoadAgain } from '@/components/LoadAgain';
import { PassOffer } from './PassOffer';
import type { Payment } from './usePayment';

export function ProblemBanner({ problem }: Pick<Payment, 'problem'>) {
  if (!problem) return null;
  return (
    <>
      <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
        <p>{problem.message}</p>
        {problem.needsLoad && <LoadAgain />}
      </ErrorBanner>
      <PassOffer problem={problem} />
    </>
  );
}
