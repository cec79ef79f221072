// The administrator portal: everything below /login and /dashboard.
import { Suspense, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { Guard } from '../session/Guard';
import { LoginPage } from '../session/LoginPage';
import { Loading } from '../ui/PageState';
import { Frame } from './Frame';
import { NoScreen } from './NoScreen';
import { ScreenBoundary } from './ScreenBoundary';
import { DashboardScreen, screens } from './screens';
import { Shell } from './Shell';

export function LoginApp() {
  return (
    <Frame>
      <LoginPage />
    </Frame>
  );
}

export function PortalApp() {
  return (
    <Frame>
      <Guard>
        <Shell>
          <Screen>
            <Routes>
              <Route index element={<DashboardScreen />} />
              {screens.map(({ path, Screen: Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              <Route path="*" element={<NoScreen />} />
            </Routes>
          </Screen>
        </Shell>
      </Guard>
    </Frame>
  );
}

/** Another address is another screen, also of the same kind: what one showed or typed is not the other's. */
function Screen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
    </ScreenBoundary>
  );
}

function ScreenLoading() {
  return (
    <>
      <title>Admin Portal</title>
      <Loading />
    </>
  );
}
