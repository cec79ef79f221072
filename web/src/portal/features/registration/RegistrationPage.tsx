// Registering somebody who pays at the counter.
import type { Package } from '@/lib/api/types';
import { Notice } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { Loading, PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useAnswer } from '@/portal/kit/api/data';
import { ReceiptNotice } from './Receipt';
import { RegistrationForm } from './RegistrationForm';
import { useCounterRegistration } from './useCounterRegistration';

const request = {};
const none: readonly Package[] = [];

export function RegistrationPage() {
  const answer = useAnswer('/api/packages/list', request);
  const { data: registration } = useAnswer('/api/registration', request);
  const isClosed = registration?.open === false;
  const counter = useCounterRegistration(answer.data ?? none, answer.mutate, isClosed);
  const { isOffered: showsForm, receipt, problem, duplicate } = counter;
  return (
    <PortalPage title="New Candidate Registration">
      {isClosed && (
        <Notice tone="warning" role="alert">
          <strong>Registration at the counter is closed.</strong>{' '}
          <span>
            {`Since ${dateTime(registration.closed_at ?? '')} nobody can be registered here. An administrator can change that under “Event”.`}
          </span>
        </Notice>
      )}
      {receipt && (
        <ReceiptNotice
          key={receipt.number}
          receipt={receipt}
          isNextWrong={problem !== undefined || duplicate !== undefined}
        />
      )}
      {showsForm && answer.isLoading && <Loading text="Loading packages..." />}
      {showsForm && !answer.isLoading && (
        <PageState
          answer={answer}
          failure="Failed to fetch packages"
          isEmpty={(packages) => packages.length === 0}
          empty="No package is on sale. Create one under Package Management."
        >
          {(packages) => <RegistrationForm packages={packages} registration={counter} />}
        </PageState>
      )}
    </PortalPage>
  );
}
