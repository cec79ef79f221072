// What administrators have changed, newest first.
import { Box, Flex } from '@chakra-ui/react';
import useSWRInfinite from 'swr/infinite';
import type { ApiError } from '@/lib/api/client';
import { keyOf, read, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, ButtonLink } from '@/portal/kit/ui/elements';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { describeAction } from './actions';
import { Change } from './Change';
import { firstLogsRequest, logsPerPage } from '@/portal/kit/api/firstLogs';

type Page = AnswerOf<'/api/admin/logs'>;
type Entry = Page['entries'][number];

const columns: readonly Column<Entry>[] = [
  { header: 'When', isWhole: true, cell: ({ at }) => dateTime(at) },
  { header: 'Who', cell: ({ username }) => username },
  { header: 'What', isTitle: true, cell: ({ action }) => describeAction(action) },
  { header: 'Of what', cell: ({ subject }) => subject },
  { header: 'Change', cell: ({ before, after }) => <Change before={before} after={after} /> },
];

export function AuditLogPage() {
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Page, ApiError>(
    (index: number, previous: Page | null) => {
      if (index === 0) return keyOf('/api/admin/logs', firstLogsRequest);
      if (!previous?.next) return null;
      return keyOf('/api/admin/logs', { query: { limit: logsPerPage, cursor: previous.next } });
    },
    ([path, request]: ReturnType<typeof keyOf<'/api/admin/logs'>>) => read(path, request),
  );
  const hasMore = Boolean(data?.at(-1)?.next);
  const isLoadingMore = isValidating && data !== undefined && data.length < size;

  return (
    <PortalPage
      title="Audit Log"
      actions={
        <ButtonLink look="quiet" to={portalPaths.dashboard}>
          Back to the dashboard
        </ButtonLink>
      }
    >
      <PageState
        answer={{ data, error, mutate }}
        failure="Failed to fetch the audit log"
        isEmpty={(pages) => pages.every(({ entries }) => entries.length === 0)}
        empty="Nothing has been changed yet"
      >
        {(pages) => (
          <>
            <DataTable
              label="Audit log"
              rows={pages.flatMap(({ entries }) => entries)}
              columns={columns}
              keyOf={({ id }) => id}
            />
            <Flex justify="center" marginTop="5">
              {hasMore ? (
                <Button look="quiet" disabled={isLoadingMore} onClick={() => void setSize(size + 1)}>
                  {isLoadingMore ? 'Loading...' : 'Show older entries'}
                </Button>
              ) : (
                <Box asChild color="ink-soft">
                  <p>These are all entries.</p>
                </Box>
              )}
            </Flex>
          </>
        )}
      </PageState>
    </PortalPage>
  );
}
