// Registering somebody who pays at the counter.
import { Loading, PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useAnswer } from '@/portal/kit/api/data';
import { RegistrationForm } from './RegistrationForm';

const request = {};

export function RegistrationPage() {
  const answer = useAnswer('/api/packages/list', request);
  return (
    <PortalPage title="New Candidate Registration">
      {answer.isLoading && <Loading text="Loading packages..." />}
      {!answer.isLoading && (
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
