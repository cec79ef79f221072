// Everybody who has registered, a page at a time.
import { Box, Flex } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import { useSessionStore } from '@/lib/sessionStore';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { useIsOfBefore } from '@/portal/kit/api/useIsOfBefore';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mostPicked, pick, pickedBy, pickedStore } from '@/portal/kit/resources/picked';
import { roleIn, usernameIn } from '@/portal/kit/session/username';
import { maySee } from '@/portal/kit/session/rights';
import { Button, ButtonLink } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { CandidateTable } from './CandidateTable';
import { FilterBar } from './FilterBar';
import { StatusChips } from './StatusChips';
import { everything, noFilters, toExport, toListed, toPicked, toQuery, type Place } from './filters';
import { FoundElsewhere } from './FoundElsewhere';
import { Pager } from './Pager';
import { useDebouncedText } from '@/portal/kit/forms/useDebouncedText';
import { useFilters } from './useFilters';

const pauseMs = 500;

export function CandidatesPage() {
  const { filters, place, change, moveTo, show } = useFilters();
  const email = useDebouncedText(filters.email, pauseMs, (text) => {
    change({ email: text });
  });
  const search = useDebouncedText(filters.search, pauseMs, (text) => {
    change({ search: text });
  });

  const token = useToken() ?? '';
  const role = roleIn(token);
  const username = usernameIn(token);
  const query = toQuery(filters, place);
  const answer = useAnswer('/api/customers', { query }, { keepPreviousData: true });
  const isStale = useIsOfBefore(JSON.stringify(query), answer) || email.isWaiting || search.isWaiting;
  const mayPick = maySee(role, portalPaths.newBulk);
  const mayWrite = maySee(role, portalPaths.newMessage);
  const kept = useSessionStore(pickedStore);
  // A role without boxes could neither see nor drop them.
  const picked = mayPick ? pickedBy(kept, username) : new Set<string>();
  const exported = picked.size > 0 ? toPicked(picked) : toExport(filters);
  const listed =
    picked.size > 0
      ? toPicked(picked)
      : answer.data && toListed(filters, isStale ? [] : answer.data.data, answer.data.pagination);
  const why = listed || isStale || !answer.data ? undefined : whyNotAll(answer.data.data.length);

  return (
    <PortalPage
      title="Candidate Management"
      actions={
        <>
          {mayPick && <ToListed name="Bulk action" path={portalPaths.newBulk} {...{ listed, why }} />}
          {mayWrite && <ToListed name="Message" path={portalPaths.newMessage} {...{ listed, why }} />}
          {maySee(role, portalPaths.exports) && (
            <ButtonLink look="quiet" to={`${portalPaths.exports}?${exported.toString()}`}>
              {picked.size > 0 ? `Export ${count(picked.size)} picked` : 'Export'}
            </ButtonLink>
          )}
          {maySee(role, portalPaths.newCustomer) && (
            <ButtonLink to={portalPaths.newCustomer}>Register Candidate</ButtonLink>
          )}
        </>
      }
    >
      <StatusChips
        statuses={answer.data?.statuses}
        chosen={filters.status}
        onChoose={(status) => {
          change({ status });
        }}
      />
      <FilterBar
        filters={filters}
        search={search.text}
        onSearch={search.type}
        email={email.text}
        onEmail={email.type}
        onChange={change}
        onReset={() => {
          email.clear();
          search.clear();
          change(noFilters);
        }}
      />
      {picked.size > 0 && (
        <Flex gap="3" wrap="wrap" align="center" marginBottom="3">
          <Box asChild fontWeight="600">
            <p role="status">{pickedInWords(picked.size)}</p>
          </Box>
          <Button
            look="plain"
            onClick={() => {
              pickedStore.clear();
            }}
          >
            Pick nobody
          </Button>
        </Flex>
      )}
      {(mayPick || mayWrite) && why && (
        <Box asChild marginBottom="3" fontSize="s" color="ink-soft">
          <p id={whyNot}>{why}</p>
        </Box>
      )}
      <PageState answer={answer} failure="Failed to fetch customers">
        {({ data, pagination, search: found }) => (
          <>
            {found && (
              <FoundElsewhere
                found={found}
                onShow={(status) => {
                  change({ status });
                }}
              />
            )}
            {data.length === 0 ? (
              <NoCandidates
                pagination={pagination}
                isAnybodyThere={pagination.total > 0 || filters.search !== everything}
              />
            ) : (
              <CandidateTable
                rows={data}
                isStale={isStale}
                picked={picked}
                onPick={
                  mayPick
                    ? (id, isPicked) => {
                        pick(username, id, isPicked);
                      }
                    : undefined
                }
              />
            )}
            {data.length > 0 && data.length < pagination.limit && goesOn(pagination) && (
              <Box asChild marginTop="3">
                <p role="status">{`There may be more. ${goOnInWords(pagination)}`}</p>
              </Box>
            )}
            <Pager
              pagination={pagination}
              shown={data.length}
              isBusy={isStale}
              rows={place.rows}
              onRows={show}
              onMove={(to: Place) => {
                moveTo(to);
                window.scrollTo(0, 0);
              }}
            />
          </>
        )}
      </PageState>
    </PortalPage>
  );
}

/** The name of what is said where nothing can be done to all who are listed. */
const whyNot = 'why-not-all';

const whyNotAll = (shown: number): string =>
  shown > 0
    ? 'More customers match this search than the page shows. For a bulk action or a message, narrow it down, show more rows, or pick who is meant.'
    : 'Nobody is listed here for a bulk action or a message.';

interface ToListedProps {
  name: string;
  path: string;
  listed: URLSearchParams | undefined;
  why: string | undefined;
}

/** The way to what is done to all who are listed; it stays in its place where these cannot be named. */
function ToListed({ name, path, listed, why }: ToListedProps) {
  if (listed) {
    return (
      <ButtonLink look="quiet" to={`${path}?${listed.toString()}`}>
        {name}
      </ButtonLink>
    );
  }
  return (
    <Button look="quiet" aria-disabled aria-describedby={why && whyNot}>
      {name}
    </Button>
  );
}

type Pagination = AnswerOf<'/api/customers'>['pagination'];

/** Whether the server looked only so far for the page, which then need not be full. */
const goesOn = ({ before, next }: Pagination) => before !== undefined && next !== undefined;

const goOnInWords = ({ previous }: Pagination) =>
  previous === undefined
    ? 'Press Next to look through the rest of the list.'
    : 'Press Next or Previous to look through the rest of the list.';

const pickedInWords = (picked: number): string => {
  const most = picked === mostPicked ? ', the most that can be picked' : '';
  return picked === 1 ? '1 candidate is picked' : `${count(picked)} candidates are picked${most}`;
};

interface NoCandidatesProps {
  pagination: Pagination;
  isAnybodyThere: boolean;
}

/** None on this page, none for these filters, or none at all. */
function NoCandidates({ pagination, isAnybodyThere }: NoCandidatesProps) {
  const { before, filtered, previous } = pagination;
  if (goesOn(pagination)) {
    const where = previous === undefined ? 'so far' : 'in this part of the list';
    return <p role="status">{`Nobody ${where} matches these filters. ${goOnInWords(pagination)}`}</p>;
  }
  if (filtered > 0 && before !== undefined && previous !== undefined) {
    return <p role="status">Nobody in the rest of the list matches these filters.</p>;
  }
  if (filtered > 0) return <p role="status">There is nobody on this page any more.</p>;
  return (
    <p role="status">{isAnybodyThere ? 'No customers match these filters.' : 'Nobody has registered yet.'}</p>
  );
}
