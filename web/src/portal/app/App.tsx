// The administrator portal: everything below /login and /dashboard.
import { Box } from '@chakra-ui/react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { watchHistory } from '@/lib/historyGate';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Guard } from '@/portal/features/session/Guard';
import { InvitationPage } from '@/portal/features/session/InvitationPage';
import { LoginPage } from '@/portal/features/session/LoginPage';
import { Loading } from '@/portal/kit/ui/PageState';
import { Frame } from '@/portal/kit/ui/Frame';
import { NoScreen } from './NoScreen';
import { ScreenBoundary } from './ScreenBoundary';
import { forgetWhoLeaves } from './leaving';
import { DashboardScreen, screens } from './screens';
import { Permitted } from './Permitted';
import { Shell } from './Shell';

watchHistory();
forgetWhoLeaves();

const loadedPath = location.pathname;

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}

export function AppRoutes() {
  return (
    <ErrorBoundary>
      <Routes>
        <Route path={portalPaths.login} element={<Login />} />
        <Route path={portalPaths.invitation} element={<Invited />} />
        <Route path={`${portalPaths.dashboard}/*`} element={<Portal />} />
        <Route path="*" element={<NoAddress />} />
      </Routes>
    </ErrorBoundary>
  );
}

function Login() {
  return (
    <Frame>
      <LoginPage />
    </Frame>
  );
}

function Invited() {
  return (
    <Frame>
      <InvitationPage />
    </Frame>
  );
}

function Portal() {
  return (
    <Frame>
      <Guard>
        <Shell>
          <Screen>
            <Permitted>
              <Routes>
                <Route index element={<DashboardScreen />} />
                {screens.map(({ path, Screen: Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
                <Route path="*" element={<NoScreen />} />
              </Routes>
            </Permitted>
          </Screen>
        </Shell>
      </Guard>
    </Frame>
  );
}

/**
 * Back from the portal, to a page of the site that led here: to the browser it is the same document, because the link of the
 * site changed the address before it loaded the portal. So the page of that address is loaded.
 */
function NoAddress() {
  const isLoaded = location.pathname === loadedPath;
  useEffect(() => {
    if (!isLoaded) location.reload();
  }, [isLoaded]);

  return (
    <Frame>
      <Box asChild padding={{ base: '4', lg: '6' }}>
        <main id="main">{isLoaded ? <NoScreen /> : <Loading />}</main>
      </Box>
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
