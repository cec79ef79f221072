// For addresses of the portal that do not exist.
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { PortalPage } from '@/portal/kit/ui/PortalPage';

export function NoScreen() {
  return (
    <PortalPage title="Page not found">
      <p>This address leads nowhere. It may have been typed wrongly, or the page has moved.</p>
      <ButtonLink to={portalPaths.dashboard} marginTop="4">
        Back to the dashboard
      </ButtonLink>
    </PortalPage>
  );
}
