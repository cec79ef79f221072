// Everybody who has registered, ten at a time.
import { useCallback } from 'react';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { CandidateTable } from './CandidateTable';
import { FilterBar } from './FilterBar';
import { noFilters, toQuery, type Place } from './filters';
import { Pager } from './Pager';
import { useDebouncedText } from './useDebouncedText';
import { useFilters } from './useFilters';

const pauseMs = 500;

export function CandidatesPage() {
  const { filters, place, change, moveTo } = useFilters();
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
          change(noFilters);
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

/** None on this page, none for these filters, or none at all. */
function NoCandidates({ isBeyondEnd, total }: { isBeyondEnd: boolean; total: number }) {
  if (isBeyondEnd) return <p role="status">There is nobody on this page any more.</p>;
  return (
    <p role="status">{total === 0 ? 'Nobody has registered yet.' : 'No customers match these filters.'}</p>
  );
}
