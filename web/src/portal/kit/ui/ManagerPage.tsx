// The frame of the package and college screens: the bar of the package manager above a screen.
import { chakra, Flex } from '@chakra-ui/react';
import { useLocation, useNavigate } from 'react-router';
import type { Elements } from '@/lib/elements';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, ButtonLink, framed } from './elements';
import { placeInHistory } from '@/portal/kit/navigation/placeInHistory';
import { PortalPage } from './PortalPage';

interface Props {
  title: string;
  actions?: Elements;
  children: Elements;
}

export function ManagerPage({ title, actions, children }: Props) {
  return (
    <>
      <ManagerBar />
      <PortalPage title={title} actions={actions}>
        {children}
      </PortalPage>
    </>
  );
}

const links = [
  { to: portalPaths.packages, label: 'Packages' },
  { to: portalPaths.colleges, label: 'Colleges' },
];

function ManagerBar() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Bar aria-label="Package Manager">
      <Flex align="center" gap="3">
        <Button
          look="quiet"
          aria-label="Back"
          onClick={() => {
            // The first page of a visit has nothing behind it, or another site.
            if (placeInHistory() === 0) void navigate(portalPaths.dashboard);
            else void navigate(-1);
          }}
        >
          <span aria-hidden="true">←</span>
        </Button>
        <strong>Package Manager</strong>
      </Flex>
      <Flex gap="2" wrap="wrap">
        {links.map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={to}
            look="quiet"
            size="small"
            aria-current={pathname === to ? 'page' : pathname.startsWith(to + '/') ? 'true' : undefined}
            css={{ '&[aria-current]': { background: 'primary-tint', borderColor: 'primary', ...framed } }}
          >
            {label}
          </ButtonLink>
        ))}
      </Flex>
    </Bar>
  );
}

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    marginBottom: '5',
    padding: '3',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'm',
    background: 'surface',
  },
});
