// For addresses below /dashboard that do not exist.
import { portalPaths } from '../paths';
import { ButtonLink } from '../ui/elements';
import { PortalPage } from '../ui/PortalPage';

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
