// A screen that the role does not include is not shown: the server would refuse everything on it.
import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useToken } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { homeOf, maySee, roleName } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { TextLink } from '@/portal/kit/ui/elements';
import { PortalPage } from '@/portal/kit/ui/PortalPage';

export function Permitted({ children }: { children: ReactElement }) {
  const role = roleIn(useToken() ?? '');
  const { pathname } = useLocation();
  if (maySee(role, pathname)) return children;
  const home = homeOf(role);
  // Everybody is led here by signing in.
  if (pathname === portalPaths.dashboard) return <Navigate to={home} replace />;
  return (
    <PortalPage title="Not in your role">
      <p>{`Your account is for the role ${roleName(role)}, which does not include this screen.`}</p>
      <p>
        <TextLink to={home}>Back to your work</TextLink>
      </p>
    </PortalPage>
  );
}
