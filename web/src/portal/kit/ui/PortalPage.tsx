// The frame of one screen: its title, its heading, and the focus when it replaces another screen.
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Elements } from '@/lib/elements';
import { replacesAnotherScreen } from './firstScreen';
import { toasterRoom } from './Toaster';

interface Props {
  title: string;
  /** What can be done from here, beside the heading. */
  actions?: Elements;
  children: Elements;
}

export function PortalPage({ title, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);

  const { hash } = useLocation();
  const arrive = useEffectEvent(() => {
    // A part of the screen that the address names takes the focus itself, perhaps before this.
    if (!replacesAnotherScreen() || hash !== '') return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    arrive();
  }, []);

  return (
    <>
      <title>{`${title} | Admin Portal`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Flex wrap="wrap" justify="space-between" align="center" gap="2" marginBottom="4">
        {/* With large text a long word fits the narrowest phone. */}
        <Box asChild fontSize={{ base: 'min({fontSizes.xl}, 13vw)', lg: '1.625rem' }}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </Box>
        {actions && (
          <Flex wrap="wrap" gap="2">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
      {/* So that what messages cover can be scrolled clear of them. */}
      <Box aria-hidden="true" height={`var(${toasterRoom}, 0px)`} />
    </>
  );
}
