// What administrators have changed, newest first.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useIsOfBefore } from '@/portal/kit/api/useIsOfBefore';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Button } from '@/portal/kit/ui/elements';
import { date, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useDebouncedText } from '@/portal/kit/forms/useDebouncedText';
import { describeAction } from './actions';
import { Change } from './Change';
import { FilterBar } from './FilterBar';
import { isFiltered, noFilters } from './filters';
import { Target } from './Target';
import { useFilters, useLog, type Entry, type Page } from './useLog';

const typingPauseMs = 500;

export function AuditLogPage() {
  const { filters, change } = useFilters();
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useLog(filters);
  const isOfBefore = useIsOfBefore(JSON.stringify(filters), { data, isLoading });
  const onlyBy = (name: string) => {
    change({ by: name });
  };
  const by = useDebouncedText(filters.by, typingPauseMs, onlyBy);
  const people = [...new Set(data?.flatMap(({ entries }) => entries.map(({ username }) => username)))].sort();
  const isLoadingMore = isValidating && data !== undefined && data.length < size;

  return (
    <PortalPage title="Audit log">
      <FilterBar
        filters={filters}
        by={by.text}
        people={people}
        onBy={by.type}
        onChange={change}
        onReset={() => {
          by.clear();
          change(noFilters);
        }}
      />
      <PageState
        answer={{ data, error, mutate }}
        failure="Failed to fetch the audit log"
        isEmpty={(pages) => isNothing(pages) && !pages.at(-1)?.next}
        empty={isFiltered(filters) ? 'No entries match these filters.' : 'Nothing has been changed yet'}
      >
        {(pages) => (
          <>
            {!isNothing(pages) && (
              <DataTable
                label="Audit log"
                rows={pages.flatMap(({ entries }) => entries)}
                columns={columnsWith((username) => {
                  by.clear();
                  onlyBy(username);
                })}
                keyOf={({ id, at }) => `${at} ${id}`}
                isStale={by.isWaiting || isOfBefore}
              />
            )}
            <Flex direction="column" align="center" gap="3" marginTop="5">
              <End
                last={pages.at(-1)}
                isLoading={isLoadingMore}
                onMore={() => {
                  void setSize(size + 1);
                }}
              />
            </Flex>
          </>
        )}
      </PageState>
    </PortalPage>
  );
}

const isNothing = (pages: readonly Page[]) => pages.every(({ entries }) => entries.length === 0);

function columnsWith(onlyBy: (username: string) => void): readonly Column<Entry>[] {
  return [
    { header: 'When', isWhole: true, cell: ({ at }) => dateTime(at) },
    {
      header: 'Who',
      minWidth: '6rem',
      cell: ({ username }) => (
        <Person
          type="button"
          aria-label={`Only what ${username} did`}
          onClick={() => {
            onlyBy(username);
          }}
        >
          {username}
        </Person>
      ),
    },
    { header: 'What', isTitle: true, cell: ({ action }) => describeAction(action) },
    {
      header: 'Item',
      minWidth: '9rem',
      cell: ({ action, target }) => <Target action={action} target={target} />,
    },
    {
      header: 'Change',
      minWidth: '18rem',
      cell: ({ before, after }) => <Change before={before} after={after} />,
    },
  ];
}

/** Goes on, or says that there is nothing more. */
function End({
  last,
  isLoading,
  onMore,
}: {
  last: Page | undefined;
  isLoading: boolean;
  onMore: () => void;
}) {
  if (!last?.next) {
    return (
      <Box asChild color="ink-soft">
        <p>These are all entries.</p>
      </Box>
    );
  }
  return (
    <>
      {last.searched_to && (
        <Box asChild color="ink-soft">
          <p role="status">{`Searched back to ${date(last.searched_to)}.`}</p>
        </Box>
      )}
      <Button look="quiet" disabled={isLoading} onClick={onMore}>
        {isLoading ? 'Loading...' : last.searched_to ? 'Search further back' : 'Show older entries'}
      </Button>
    </>
  );
}

const Person = chakra('button', {
  base: {
    padding: '0',
    border: '0',
    background: 'transparent',
    color: 'ink',
    fontSize: 'inherit',
    textAlign: 'start',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '0.2em',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    minHeight: '1.5rem',
    '&:hover': { color: 'primary' },
  },
});
