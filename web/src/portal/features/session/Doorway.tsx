// The card that stands alone in the window: before a session, and while it is good for one thing only.
import { Box, Flex } from '@chakra-ui/react';
import type { Elements } from '@/lib/elements';
import { Card } from '@/portal/kit/ui/elements';

interface Props {
  /** Of the window. */
  title: string;
  heading: string;
  text: string;
  width?: string;
  children: Elements;
}

export function Doorway({ title, heading, text, width = '25rem', children }: Props) {
  return (
    <Flex asChild minHeight="100vh" align="center" justify="center" padding="4" background="night">
      <main>
        <title>{`${title} | Admin Portal`}</title>
        <meta name="robots" content="noindex" />
        <Card width="full" maxWidth={width} aria-labelledby="doorway-heading">
          <Box asChild fontSize="2xl">
            <h1 id="doorway-heading">{heading}</h1>
          </Box>
          <Box asChild color="ink-soft" marginTop="1">
            <p>{text}</p>
          </Box>
          {children}
        </Card>
      </main>
    </Flex>
  );
}
