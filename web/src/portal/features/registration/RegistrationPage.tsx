// Registering somebody who pays at the counter.
import { Notice } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { Loading, PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useAnswer } from '@/portal/kit/api/data';
import { useSessionStore } from '@/lib/sessionStore';
import { RegistrationForm } from './RegistrationForm';
import { openRequest, sentStore } from './request';

const request = {};

export function RegistrationPage() {
  const answer = useAnswer('/api/packages/list', request);
  const { data: registration } = useAnswer('/api/registration', request);
  const isClosed = registration?.open === false;
  // Of what was sent without an answer it can still be asked whether it is registered.
  const isAsking = openRequest(useSessionStore(sentStore)) !== undefined;
  const showsForm = !isClosed || isAsking;
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
      {showsForm && answer.isLoading && <Loading text="Loading packages..." />}
      {showsForm && !answer.isLoading && (
        <PageState
          answer={answer}
          failure="Failed to fetch packages"
          isEmpty={(packages) => packages.length === 0}
          empty="No package is on sale. Create one under Package Management."
        >
          {(packages) => <RegistrationForm packages={packages} refreshPackages={answer.mutate} />}
        </PageState>
      )}
    </PortalPage>
  );
}
