// The results of one exam: taken from a file, looked at, corrected, published and withdrawn.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useSWRConfig } from 'swr';
import { useToken } from '@/lib/session';
import { callForBody, keyOf, useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useKept } from '@/portal/kit/forms/useKept';
import { mayAdminister } from '@/portal/kit/session/username';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, ButtonLink, Card } from '@/portal/kit/ui/elements';
import { count, counted } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { CorrectDialog, type Corrected } from './CorrectDialog';
import { Missing } from './Missing';
import { PublishDialog } from './PublishDialog';
import { ResultTable } from './ResultTable';
import { StateBadge, untilPublished, whenOf, type ExamResults } from './state';
import { Upload } from './Upload';

const none = { corrected: [] };

/** The list is read again after it, so what is there is seen. */
const withdrawalLost = 'it is not known whether they were withdrawn. The screen shows what is so.';

export function ExamResultsPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(
    '/api/results/{course}',
    { path: { course: id } },
    { refreshInterval: (latest) => (latest ? untilPublished([latest]) : 0) },
  );
  const mayChange = mayAdminister(useToken() ?? '');
  const { mutate } = useSWRConfig();
  const [
    {
      corrected: [corrected],
    },
    keep,
  ] = useKept<{ corrected: readonly Corrected[] }>(`correcting-${id}`, none);
  const correct = (candidate: Corrected) => {
    keep({ corrected: [candidate] });
  };
  const readAgain = async () => {
    await answer.mutate();
    await mutate(keyOf('/api/results', {}));
  };
  return (
    <PortalPage
      title="Results of an exam"
      actions={
        <ButtonLink look="quiet" to={portalPaths.results}>
          All exams
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the results"
        others={{ to: portalPaths.results, label: 'exams' }}
      >
        {(results) => (
          <Flex direction="column" gap="5">
            <State results={results} mayChange={mayChange} readAgain={readAgain} />
            {mayChange && (results.state === 'none' || results.state === 'draft') && (
              <Upload course={id} onTaken={readAgain} />
            )}
            {results.state !== 'none' && (
              <ResultTable results={results} onCorrect={mayChange ? correct : undefined} />
            )}
            <Missing results={results} onAdd={mayChange && results.state !== 'none' ? correct : undefined} />
            {corrected && (
              <CorrectDialog
                results={results}
                candidate={corrected}
                readAgain={readAgain}
                onClose={() => {
                  keep(none);
                }}
              />
            )}
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

interface Props {
  results: ExamResults;
  mayChange: boolean;
  readAgain: () => Promise<void>;
}

function State({ results, mayChange, readAgain }: Props) {
  const { course, examName, collegeName, state, total, corrected, uploaded_by, published_by, message_id } =
    results;
  const [{ isPublishing }, keep] = useKept(`publishing-${course}`, { isPublishing: false });
  const mayPublish = mayChange && (state === 'draft' || state === 'scheduled');
  // Not where the question was open as a session ended, and others have answered it since.
  const [isAsked, ask] = useState(isPublishing && mayPublish);
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();

  const withdraw = async () => {
    const agreed = await confirm({
      title: `Withdraw the results of ${examName}?`,
      text:
        state === 'published'
          ? 'Candidates see them no more, and whoever was not mailed yet is not. They stay here as a draft.'
          : 'They will not be published, and nobody is mailed. They stay here as a draft.',
      agree: 'Withdraw',
      isDangerous: true,
    });
    if (!agreed) return;
    setBusy(true);
    try {
      await callForBody('post', '/api/results/{course}/withdraw', { path: { course } });
      toaster.success('The results are withdrawn');
    } catch (error) {
      toaster.error(failureText(error, 'The results could not be withdrawn', withdrawalLost), error);
    }
    await readAgain();
    setBusy(false);
  };

  return (
    <Card aria-label="Exam">
      <Flex direction="column" gap="3">
        <Box asChild fontSize="l">
          <h2 translate="no">{[examName, collegeName].filter(Boolean).join(', ')}</h2>
        </Box>
        <Flex gap="3" align="center" wrap="wrap">
          <StateBadge state={state} />
          <span>{state === 'none' ? 'No file was taken yet.' : whenOf(results)}</span>
        </Flex>
        {state !== 'none' && (
          <p>
            {[
              `${counted(total, 'candidate')}, taken by ${uploaded_by ?? '—'}`,
              corrected > 0 && `${count(corrected)} corrected since`,
              published_by !== null && `published by ${published_by}`,
            ]
              .filter(Boolean)
              .join('; ')}
          </p>
        )}
        {mayChange && state !== 'none' && (
          <Flex gap="3" wrap="wrap">
            {mayPublish && (
              <Button
                onClick={() => {
                  ask(true);
                  keep({ isPublishing: true });
                }}
              >
                {state === 'scheduled' ? 'Change the moment' : 'Publish'}
              </Button>
            )}
            {state !== 'draft' && (
              <Button look="quiet" disabled={isBusy} onClick={() => void withdraw()}>
                Withdraw
              </Button>
            )}
            {message_id !== null && (
              <ButtonLink look="quiet" to={portalPaths.message(message_id)}>
                Mails to the candidates
              </ButtonLink>
            )}
            {state === 'published' && (
              <ButtonLink
                look="quiet"
                to={`${portalPaths.newMessage}?template=results-are-out&validity=valid&holds_exam=${encodeURIComponent(course)}`}
              >
                Write to the candidates
              </ButtonLink>
            )}
          </Flex>
        )}
      </Flex>
      {isPublishing && isAsked && (
        <PublishDialog
          results={results}
          readAgain={readAgain}
          onClose={() => {
            keep({ isPublishing: false });
          }}
        />
      )}
    </Card>
  );
}
