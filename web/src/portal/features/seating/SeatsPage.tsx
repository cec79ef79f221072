// The seats of one exam: assigned, looked at, corrected, published and printed.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { hours, shortDay } from '@/lib/examTime';
import { useToken } from '@/lib/session';
import { read, useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { ButtonLink, Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { RadioField } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Assigning } from './Assigning';
import { HallPictures } from './HallPictures';
import { Publishing, type Sight } from './Publishing';
import { SeatsBadge } from './SeatsBadge';
import { isElsewhere, people, takenOf, type Seating, type Which } from './seats';

const request = {};

export function SeatsPage() {
  const { id = '' } = useParams();
  const path = { course: id };
  const [of, setOf] = useState<Which>('draft');
  const answer = useAnswer('/api/seating/{course}', { path, query: { of } });
  const exams = useAnswer('/api/exam-details', request);
  const examIn = (all = exams.data) => all?.find(({ _id }) => _id === id);
  const exam = examIn();
  const mayChange = mayAdminister(useToken() ?? '');
  const put = async (seating: Seating) => {
    await answer.mutate(seating, { revalidate: false });
  };
  const reload = async () => {
    await answer.mutate();
  };
  /** Both as they are at this moment. */
  const look = async (): Promise<Sight> => {
    const [seating, all] = await Promise.all([
      read('/api/seating/{course}', { path, query: { of } }),
      read('/api/exam-details', request),
    ]);
    // Where the draft beside what is published has gone, the page goes on to the other plan: not while this one is on its way
    // to the paper.
    const isStill = of === 'draft' || seating.has_draft;
    await Promise.all([isStill && put(seating), exams.mutate(all, { revalidate: false })]);
    return { seating, exam: examIn(all) };
  };
  // The draft that was beside it is published, or thrown away.
  if (of === 'published' && answer.data?.has_draft === false) setOf('draft');
  return (
    <PortalPage
      title={exam?.examName ? `Seats: ${exam.examName}` : 'Seats'}
      actions={
        <ButtonLink look="quiet" to={portalPaths.seating}>
          All exams
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the seats"
        others={{ to: portalPaths.seating, label: 'exams' }}
      >
        {(seating) => (
          <Flex direction="column" gap="4">
            {exam && (
              <Box color="ink-soft">
                {[
                  shortDay(exam.date),
                  hours(exam.timeStart, exam.timeEnd),
                  exam.reportingTime && `reporting at ${hours(exam.reportingTime, '')}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            )}
            <State seating={seating} />
            {seating.has_draft && seating.is_published && <Switch of={of} onChange={setOf} />}
            {exam?.halls.length === 0 && (
              <Notice tone="warning">
                <p>This exam has no hall yet. Choose its halls with the exam, then assign the seats.</p>
                {mayChange && <TextLink to={portalPaths.streams}>Stream Management</TextLink>}
              </Notice>
            )}
            {exam && exam.halls.length > 0 && isElsewhere(seating, exam) && (
              <Notice tone="warning">
                <p>
                  The halls of this exam were changed since these seats were assigned. They stay where they
                  are until seats are assigned and published again.
                </p>
              </Notice>
            )}
            {mayChange && of === 'draft' && (
              <Assigning course={id} seating={seating} put={put} reload={reload} />
            )}
            {mayChange && seating.state === 'draft' && (
              <Publishing course={id} version={seating.version} look={look} put={put} reload={reload} />
            )}
            <HallPictures
              key={of}
              course={id}
              of={of}
              seating={seating}
              mayChange={mayChange}
              look={look}
              put={put}
              reload={reload}
            />
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function State({ seating }: { seating: Seating }) {
  const { state, halls, unseated, is_published, has_draft } = seating;
  const seated = halls.reduce((sum, hall) => sum + takenOf(hall).length, 0);
  return (
    <Card aria-label="How it stands">
      <Flex gap="3" wrap="wrap" align="center">
        <SeatsBadge state={state} />
        <span>
          {state === 'none'
            ? 'Nobody has a seat yet.'
            : `${people(seated)} ${seated === 1 ? 'has' : 'have'} a seat, ${count(unseated.length)} ${unseated.length === 1 ? 'has' : 'have'} none.`}
        </span>
      </Flex>
      {state === 'draft' && is_published && (
        <Box marginTop="2" color="ink-soft">
          <p>Candidates still see the seats that were published before, until this draft is published.</p>
        </Box>
      )}
      {state === 'published' && has_draft && (
        <Box marginTop="2" color="ink-soft">
          <p>This is what candidates see. The draft has its own seats until it is published.</p>
        </Box>
      )}
    </Card>
  );
}

const plans = [
  { value: 'draft', label: 'The draft' },
  { value: 'published', label: 'What is published' },
] as const;

/** Which of two plans is looked at, printed and changed. */
function Switch({ of, onChange }: { of: Which; onChange: (of: Which) => void }) {
  return (
    <Card aria-label="Which seats">
      <RadioField
        label="Show, print and change"
        options={plans}
        value={of}
        onChange={(value) => {
          onChange(value === 'published' ? 'published' : 'draft');
        }}
      />
    </Card>
  );
}
