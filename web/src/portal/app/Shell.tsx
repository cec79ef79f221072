// What every screen of the portal has around it.
import { Box, chakra, Flex } from '@chakra-ui/react';
import LogOut from 'lucide-react/icons/log-out';
import MenuLines from 'lucide-react/icons/menu';
import { useState, type ReactNode } from 'react';
import { useToken } from '@/lib/session';
import { Find } from '@/portal/features/find/Find';
import { signOut } from '@/portal/features/session/login';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn, usernameIn } from '@/portal/kit/session/username';
import { Button } from '@/portal/kit/ui/elements';
import { useMayLeave } from '@/portal/kit/ui/UnsavedProvider';
import { useMediaQuery } from '@/portal/kit/ui/useMediaQuery';
import { placesOf } from './navigation';
import { Drawer, Links } from './Sidebar';

const Skip = chakra('a', {
  base: {
    position: 'absolute',
    insetInlineStart: '4',
    top: '2',
    zIndex: '20',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 's',
    background: 'surface',
    '&:not(:focus)': { transform: 'translateY(-200%)' },
  },
});

/** No room for the sidebar beside the page. */
const narrow = '(max-width: 63.99rem)';

export function Shell({ children }: { children: ReactNode }) {
  const isNarrow = useMediaQuery(narrow);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const token = useToken() ?? '';
  const username = usernameIn(token);
  const role = roleIn(token);
  const mayLeave = useMayLeave();
  const leave = async () => {
    if (await mayLeave()) signOut();
  };
  return (
    <Flex minHeight="100vh">
      <Skip
        href="#main"
        onClick={(click) => {
          // Not by the address: the screens keep theirs for filters.
          click.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </Skip>
      {!isNarrow && (
        <Box
          // By the stylesheet too: a window that gets narrow must not wait for the script.
          css={{ [`@media ${narrow}`]: { display: 'none' } }}
          flex="none"
          width="14.5rem"
          height="100vh"
          position="sticky"
          top="0"
          overflowY="auto"
          background="night"
          color="on-dark"
        >
          <Links />
        </Box>
      )}
      <Box flex="1" minWidth="0">
        <Flex
          asChild
          align="center"
          // With large text the name gets a line of its own.
          wrap={{ base: 'wrap', md: 'nowrap' }}
          gap={{ base: '2', lg: '4' }}
          minHeight="3.5rem"
          paddingInline={{ base: '4', lg: '6' }}
          paddingBlock="1"
          background="surface"
          borderBottom="1px solid"
          borderColor="line"
        >
          <header>
            {isNarrow && (
              <Button
                look="quiet"
                size="small"
                aria-haspopup="dialog"
                onClick={() => {
                  setMenuOpen(true);
                }}
              >
                <MenuLines size={18} aria-hidden="true" />
                Menu
              </Button>
            )}
            {maySee(role, portalPaths.customers) && <Find places={placesOf(role)} />}
            <Box
              asChild
              flex={{ base: '1 1 4rem', md: '1' }}
              minWidth="0"
              overflowWrap="anywhere"
              lineHeight="1.25"
              textAlign="end"
              fontSize="s"
            >
              <p>
                Welcome, <span translate="no">{username}</span>
              </p>
            </Box>
            <Button look="quiet" size="small" onClick={() => void leave()}>
              <Box asChild hideBelow="md">
                <LogOut size={16} aria-hidden="true" />
              </Box>
              Logout
            </Button>
          </header>
        </Flex>
        {/* Room below the last button for the messages, which lie over the end of the page. */}
        <Box
          asChild
          paddingInline={{ base: '4', lg: '6' }}
          paddingTop={{ base: '4', lg: '5' }}
          paddingBottom="8rem"
          maxWidth="110rem"
        >
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </Box>
      </Box>
      {isNarrow && isMenuOpen && (
        <Drawer
          onClose={() => {
            setMenuOpen(false);
          }}
        />
      )}
    </Flex>
  );
}
