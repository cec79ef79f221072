// Registering everybody on a school's list, and the groups that came of it.
import { Box, Flex } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { Notice } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { GroupList } from './GroupList';
import { NewList } from './NewList';

const request = {};
const pollMs = 2_000;

export function ImportsPage() {
  const packages = useAnswer('/api/packages/list', request);
  const groups = useAnswer('/api/imports', request, {
    refreshInterval: (latest) => (latest?.imports.some(({ state }) => state === 'running') ? pollMs : 0),
  });
  const { data: registration } = useAnswer('/api/registration', request);
  return (
    <PortalPage title="School lists">
      <Flex direction="column" gap="5">
        {registration?.open === false ? (
          <Notice tone="warning" role="alert">
            Registration at the counter is closed, so no list can be registered.
          </Notice>
        ) : (
          <PageState
            answer={packages}
            failure="Failed to fetch packages"
            isEmpty={(list) => list.length === 0}
            empty="No package is on sale. Create one under Package Management."
          >
            {(list) => <NewList packages={list} />}
          </PageState>
        )}
        <Box asChild fontSize="l">
          <h2>Lists so far</h2>
        </Box>
        <PageState
          answer={groups}
          failure="Failed to fetch the lists"
          isEmpty={({ imports }) => imports.length === 0}
          empty="No list has been registered yet."
        >
          {({ imports }) => <GroupList groups={imports} />}
        </PageState>
      </Flex>
    </PortalPage>
  );
}
