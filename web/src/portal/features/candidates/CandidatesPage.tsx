// Everybody who has registered, ten at a time.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { CandidateTable } from './CandidateTable';
import { FilterBar } from './FilterBar';
import { noFilters, readFilters, readPlace, toParams, toQuery, type Filters, type Place } from './filters';
import { Pager } from './Pager';
import { useDebouncedText } from './useDebouncedText';

const pauseMs = 500;

export function CandidatesPage() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const place = readPlace(params);

  // Filtering replaces the address: going back leads to the page before the list, not through every letter.
  const change = useCallback(
    (part: Partial<Filters>) => {
      setParams((current) => toParams({ ...readFilters(current), ...part }), { replace: true });
    },
    [setParams],
  );
  const settleEmail = useCallback(
    (email: string) => {
      change({ email });
    },
    [change],
  );
  const email = useDebouncedText(filters.email, pauseMs, settleEmail);

  const answer = useAnswer('/api/customers', { query: toQuery(filters, place) }, { keepPreviousData: true });
  const isStale = answer.isLoading || email.isWaiting;

  return (
    <PortalPage
      title="Candidate Management"
      actions={<ButtonLink to={portalPaths.newCustomer}>Register Candidate</ButtonLink>}
    >
      <FilterBar
        filters={filters}
        email={email.text}
        onEmail={email.type}
        onChange={change}
        onReset={() => {
          email.clear();
          setParams(toParams(noFilters), { replace: true });
        }}
      />
      <PageState answer={answer} failure="Failed to fetch customers">
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <NoCandidates isBeyondEnd={pagination.filtered > 0} total={pagination.total} />
            ) : (
              <CandidateTable rows={data} isStale={isStale} />
            )}
            <Pager
              pagination={pagination}
              shown={data.length}
              isBusy={isStale}
              onMove={(to: Place) => {
                setParams(toParams(filters, to));
                window.scrollTo(0, 0);
              }}
            />
          </>
        )}
      </PageState>
    </PortalPage>
  );
}

/** None on this page, none for these filters, or none at all. */
function NoCandidates({ isBeyondEnd, total }: { isBeyondEnd: boolean; total: number }) {
  if (isBeyondEnd) return <p role="status">There is nobody on this page any more.</p>;
  return (
    <p role="status">{total === 0 ? 'Nobody has registered yet.' : 'No customers match these filters.'}</p>
  );
}
