// Files of what the portal shows: asking for one, how far it is, and the earlier ones.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { serverNow } from '@/lib/lastCall';
import { useAnswer } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { ExportEntry } from './ExportEntry';
import { NewExport } from './NewExport';
import { readForm } from './request';

const request = {};
const pollMs = 1_000;

export function ExportsPage() {
  const [params] = useSearchParams();
  const [form, change] = useKept(`export?${params.toString()}`, () => readForm(params));
  const [now] = useState(serverNow);
  const answer = useAnswer('/api/exports', request, {
    refreshInterval: (latest) => (latest?.exports.some(({ state }) => state === 'running') ? pollMs : 0),
  });
  const readAgain = async () => {
    await answer.mutate();
  };
  return (
    <PortalPage title="Exports">
      <Flex direction="column" gap="5">
        <NewExport form={form} onChange={change} onBegun={readAgain} />
        <Box asChild fontSize="l">
          <h2>Exports so far</h2>
        </Box>
        <PageState
          answer={answer}
          failure="Failed to fetch the exports"
          isEmpty={({ exports }) => exports.length === 0}
          empty="Nothing has been exported yet."
        >
          {({ exports }) => (
            <Flex asChild direction="column" gap="3">
              <ul>
                {exports.map((one) => (
                  <ExportEntry key={one.export_id} one={one} now={now} readAgain={readAgain} />
                ))}
              </ul>
            </Flex>
          )}
        </PageState>
      </Flex>
    </PortalPage>
  );
}
