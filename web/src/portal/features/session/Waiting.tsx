// The whole window while the session is being checked or the portal's code is on the way.
import { Flex } from '@chakra-ui/react';
import { Spinner } from '@/components/Spinner';

export function Waiting() {
  return (
    <Flex asChild minHeight="100vh" align="center" justify="center" gap="3" color="ink-soft">
      <main>
        <title>Admin Portal</title>
        <p role="status">
          <Spinner /> <span className="visually-hidden">Loading...</span>
        </p>
      </main>
    </Flex>
  );
}
