// The links to the portal's screens: beside the page where there is room, behind a button on a phone.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Link } from '@/components/Link';
import { Logo } from '@/components/Logo';
import { isCurrent, navigation } from './navigation';

const Entry = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: 'target',
    paddingInline: '4',
    borderRadius: 's',
    color: 'on-dark-soft',
    textDecoration: 'none',
    '&:hover': { background: 'rgb(255 255 255 / 8%)', color: 'on-dark' },
    '&[aria-current=page]': { background: 'primary', color: 'on-dark', fontWeight: '600' },
    '&:focus-visible': { outlineColor: 'marigold' },
  },
});

export function Links() {
  const { pathname } = useLocation();
  return (
    <Box asChild padding="4">
      <nav aria-label="Portal">
        <Box marginBottom="5" paddingInline="4">
          <Logo />
        </Box>
        <Flex asChild direction="column" gap="1">
          <ul>
            {navigation.map((entry) => (
              <li key={entry.to}>
                <Entry to={entry.to} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
                  {entry.label}
                </Entry>
              </li>
            ))}
          </ul>
        </Flex>
      </nav>
    </Box>
  );
}

const Panel = chakra('dialog', {
  base: {
    width: 'min(18rem, 85vw)',
    maxWidth: 'none',
    height: '100vh',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'night',
    color: 'on-dark',
    '&::backdrop': { background: 'rgb(12 43 46 / 60%)' },
  },
});

const Close = chakra('button', {
  base: {
    position: 'absolute',
    insetInlineEnd: '3',
    top: '3',
    width: 'target',
    height: 'target',
    border: '0',
    borderRadius: 's',
    background: 'transparent',
    color: 'on-dark',
    fontSize: 'xl',
    cursor: 'pointer',
    '&:focus-visible': { outlineColor: 'marigold' },
  },
});

/** Over the page, with the focus inside until it is closed; then the focus is back on the menu button. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (!panel.current?.open) panel.current?.showModal();
  }, []);
  useEffect(() => {
    if (key !== openedAt.current) panel.current?.close();
  }, [key]);

  return (
    <Panel
      ref={panel}
      aria-label="Menu"
      onClose={onClose}
      onClick={(click) => {
        // The backdrop belongs to the dialog itself; everything in it is something else.
        if (click.target === panel.current) panel.current.close();
      }}
    >
      <Close type="button" aria-label="Close menu" onClick={() => panel.current?.close()}>
        ×
      </Close>
      <Links />
    </Panel>
  );
}
