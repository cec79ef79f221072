// The exams, each with the way to its seats.
import { Box, Flex } from '@chakra-ui/react';
import { hours, shortDay } from '@/lib/examTime';
import { useToken } from '@/lib/session';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { ButtonLink, Card } from '@/portal/kit/ui/elements';
import { Failed, PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { FillIn } from './FillIn';
import { SeatsBadge } from './SeatsBadge';
import { people } from './seats';

type Progress = AnswerOf<'/api/seating'>[number];

const request = {};

export function SeatingPage() {
  const exams = useAnswer('/api/exam-details', request);
  const halls = useAnswer('/api/halls', request);
  const progress = useAnswer('/api/seating', request);
  const mayChange = mayAdminister(useToken() ?? '');
  return (
    <PortalPage
      title="Seats"
      actions={
        <ButtonLink look="quiet" to={portalPaths.halls}>
          Halls
        </ButtonLink>
      }
    >
      {mayChange && <FillIn />}
      {progress.error && !exams.error && (
        <Failed
          text={
            progress.data
              ? 'Failed to fetch the state of the seats. This is what was here before.'
              : failureText(progress.error, 'Failed to fetch the state of the seats')
          }
          error={progress.error}
          retry={() => void progress.mutate()}
        />
      )}
      <PageState
        answer={exams}
        failure="Failed to fetch the exams"
        empty="There are no exams yet"
        isEmpty={(all) => all.length === 0}
      >
        {(all) => (
          <Flex asChild direction="column" gap="3" marginTop="3">
            <ul>
              {all.map((exam) => (
                <li key={exam._id}>
                  <Exam
                    exam={exam}
                    nameOf={(id) => halls.data?.find(({ _id }) => _id === id)?.name}
                    progress={progress.data?.find(({ course }) => course === exam._id)}
                  />
                </li>
              ))}
            </ul>
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

interface ExamProps {
  exam: ExamDetail;
  nameOf: (hall: string) => string | undefined;
  progress: Progress | undefined;
}

function Exam({ exam, nameOf, progress }: ExamProps) {
  const name = exam.examName || 'Exam without a name';
  const facts = [shortDay(exam.date), hours(exam.timeStart, exam.timeEnd), exam.venue].filter(Boolean);
  const halls = exam.halls.map(nameOf).filter((hall) => hall !== undefined);
  return (
    <Card aria-label={name}>
      <Flex gap="3" wrap="wrap" justify="space-between" align="flex-start">
        <Box flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
          <Box asChild fontSize="m" margin="0">
            <h2>{name}</h2>
          </Box>
          <Box fontSize="s" color="ink-soft">
            {facts.join(' · ')}
          </Box>
          <Box fontSize="s">{halls.length > 0 ? `Halls: ${halls.join(', ')}` : 'No hall is chosen yet'}</Box>
          {progress && <SeatsState {...progress} />}
        </Box>
        <ButtonLink look="quiet" to={portalPaths.seatsOf(exam._id)}>
          <span>Seats</span>
          <span className="visually-hidden">{` of ${name}`}</span>
        </ButtonLink>
      </Flex>
    </Card>
  );
}

function SeatsState({ state, is_published, seated }: Progress) {
  const isBeside = state === 'draft' && is_published;
  return (
    <Flex gap="2" wrap="wrap" align="center" marginTop="2" fontSize="s">
      {isBeside && (
        <>
          <SeatsBadge state="published" />
          <span className="visually-hidden">and a</span>
        </>
      )}
      <SeatsBadge state={state} />
      {state !== 'none' && (
        <span>{`${people(seated)} ${seated === 1 ? 'has' : 'have'} a seat${isBeside ? ' in the draft' : ''}`}</span>
      )}
    </Flex>
  );
}
