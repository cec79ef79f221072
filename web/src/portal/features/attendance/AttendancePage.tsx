// Who is in, by list: as it happens, by hour and by device, with what has to be looked at, and lists on paper.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '@/lib/paths';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { mayAdminister, roleIn } from '@/portal/kit/session/username';
import { ButtonAnchor, ButtonLink } from '@/portal/kit/ui/elements';
import { SelectField } from '@/portal/kit/ui/Field';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Attendance } from './Attendance';
import { CheckOutOption } from './CheckOutOption';
import { ClearPractice } from './ClearPractice';
import { People } from './People';
import { Phones } from './Phones';
import { PrintLists } from './PrintLists';
import { countsExits, useAttendance } from './useAttendance';

const firstPages = { doubles: 1, withoutRight: 1 };

export function AttendancePage() {
  const lists = useAnswer('/api/check-in/lists', {});
  const [address, setAddress] = useSearchParams();
  const list = address.get('list') ?? lists.data?.[0]?.list;
  const [pages, setPages] = useState(firstPages);
  const answer = useAttendance(list, pages);
  const token = useToken() ?? '';
  const mayClear = mayAdminister(token);
  const mayExport = maySee(roleIn(token), portalPaths.exports);

  return (
    <PortalPage
      title="Attendance"
      actions={
        <>
          {mayClear && answer.data && <CheckOutOption attendance={answer.data} readAgain={answer.mutate} />}
          {mayClear && answer.data && <ClearPractice attendance={answer.data} readAgain={answer.mutate} />}
          {answer.data && <PrintLists list={answer.data.list} lists={lists.data ?? []} />}
          {mayExport && answer.data && (
            <ButtonLink
              look="quiet"
              to={`${portalPaths.exports}?${new URLSearchParams({ kind: 'attendance', list: answer.data.list }).toString()}`}
            >
              Export
            </ButtonLink>
          )}
          <ButtonAnchor look="quiet" href={paths.door}>
            Check people in
          </ButtonAnchor>
        </>
      }
    >
      <PageState
        answer={lists}
        failure="Failed to fetch the lists"
        isEmpty={(data) => data.length === 0}
        empty="There is nothing to check in to yet: the catalogue has no exams."
      >
        {(data) => (
          <Flex direction="column" gap="5">
            <Box maxWidth="32rem">
              <SelectField
                label="List"
                options={data.map((one) => ({ value: one.list, label: one.label }))}
                value={list ?? ''}
                onChange={(next) => {
                  setAddress({ list: next }, { replace: true });
                  setPages(firstPages);
                }}
              />
            </Box>
            <PageState answer={answer} failure="Failed to fetch the attendance">
              {(attendance) => (
                <Attendance
                  attendance={attendance}
                  pages={pages}
                  onPages={setPages}
                  readAgain={answer.mutate}
                />
              )}
            </PageState>
            {/* Before the people, of whom there may be thousands. */}
            <Phones />
            {answer.data && (
              <People key={answer.data.list} list={answer.data.list} isCounted={countsExits(answer.data)} />
            )}
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}
