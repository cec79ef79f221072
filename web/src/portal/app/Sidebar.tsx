// The links to the portal's screens: beside the page where there is room, behind a button on a phone.
import { Box, chakra, Flex } from '@chakra-ui/react';
import Close from 'lucide-react/icons/x';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { Link } from '@/components/Link';
import { Logo } from '@/components/Logo';
import { useToken } from '@/lib/session';
import { useKnown } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { framed } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { roleIn } from '@/portal/kit/session/username';
import { isCurrent, navigationOf, type Entry, type Group } from './navigation';

/** Not a phone's: there a finger presses, and the menu scrolls. */
const lowScreen = '@media (min-width: 64rem) and (max-height: 56rem)';

const Item = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: { base: 'target', lg: '2.25rem' },
    paddingInline: '3',
    borderRadius: 's',
    color: 'on-dark-soft',
    fontSize: 's',
    fontWeight: '500',
    textDecoration: 'none',
    '& svg': { flex: 'none', opacity: '0.75' },
    '&:hover': { background: 'rgb(255 255 255 / 8%)', color: 'on-dark' },
    '&[aria-current=page]': { background: 'night-current', color: 'on-dark', fontWeight: '600', ...framed },
    '&[aria-current=page] svg': { opacity: '1' },
    // All of them in sight on a laptop.
    [lowScreen]: { minHeight: '2rem' },
    '&:focus-visible': { outlineColor: 'marigold' },
  },
});

export function Links() {
  const role = roleIn(useToken() ?? '');
  return (
    <Box asChild paddingBlock="4" paddingInline="3">
      <nav aria-label="Portal">
        <Box marginBottom="4" paddingInline="3">
          <Logo />
        </Box>
        {navigationOf(role).map((group, index) => (
          <GroupOfLinks key={group.title ?? index} group={group} />
        ))}
      </nav>
    </Box>
  );
}

function GroupOfLinks({ group: { title, entries } }: { group: Group }) {
  const id = useId();
  const { pathname } = useLocation();
  return (
    <>
      {title && (
        <Box
          asChild
          marginTop="4"
          marginBottom="1"
          paddingInline="3"
          fontSize="xs"
          color="on-dark-faint"
          css={{ [lowScreen]: { marginTop: '3' } }}
        >
          <p id={id}>{title}</p>
        </Box>
      )}
      <Flex
        asChild
        direction="column"
        gap="0.125rem"
        css={{ 'ul + &': { marginTop: '4', [lowScreen]: { marginTop: '3' } } }}
      >
        <ul aria-labelledby={title && id}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <Item to={entry.to} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
                <entry.icon size={18} aria-hidden="true" />
                <span>{entry.label}</span>
                <Waiting entry={entry} />
              </Item>
            </li>
          ))}
        </ul>
      </Flex>
    </>
  );
}

/** How much waits behind a link, as far as the dashboard has told it already. */
function Waiting({ entry }: { entry: Entry }) {
  const dashboard = useKnown('/api/admin/dashboard', {});
  const waiting = entry.to === portalPaths.attention ? (dashboard?.attention ?? 0) : 0;
  return waiting > 0 && <Count>{count(waiting)}</Count>;
}

const Count = chakra('span', {
  base: {
    marginInlineStart: 'auto',
    minWidth: '1.375rem',
    paddingInline: '0.375rem',
    borderRadius: '1rem',
    background: 'marigold',
    color: 'night',
    fontSize: 'xs',
    fontWeight: '700',
    lineHeight: '1.125rem',
    textAlign: 'center',
  },
});

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
    '&::backdrop': { background: 'backdrop' },
  },
});

const CloseButton = chakra('button', {
  base: {
    position: 'absolute',
    insetInlineEnd: '3',
    top: '3',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: 'target',
    paddingInline: '2',
    border: '0',
    borderRadius: 's',
    background: 'transparent',
    color: 'on-dark',
    fontSize: 's',
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
      <CloseButton type="button" aria-label="Close menu" onClick={() => panel.current?.close()}>
        <Close size={18} aria-hidden="true" />
        Close
      </CloseButton>
      <Links />
    </Panel>
  );
}
