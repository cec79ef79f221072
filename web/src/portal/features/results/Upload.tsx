// The file of an exam: chosen or pasted, looked through, and taken as the draft.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import { look } from '@/portal/kit/api/look';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { CsvFields } from '@/portal/kit/forms/CsvFields';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { CheckField } from '@/portal/kit/ui/Field';
import { FileOutcome } from '@/portal/kit/ui/FileOutcome';
import { FirstRows } from '@/portal/kit/ui/FirstRows';
import { count, counted } from '@/portal/kit/ui/format';
import { keyOfMistake, mistakeColumns } from '@/portal/kit/ui/mistakes';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { figureColumns } from './figures';

/** What the server takes, but for the rest of the form. */
const mostBytes = 3_000_000;
const tooLarge = 'This file is too large for the results of an exam.';
const columns =
  'Columns, in any order: pass_no or email, marks (AB for absent), out_of and, if wanted, name, rank, scholarship_percent, absent, remark. At most 12,000 lines.';
const empty = { csv: '' };
const lost = 'it is not known whether the file was taken. Take it again: that is safe.';

const send = (course: string, csv: string, taking?: { version: number; mark_absent: boolean }) =>
  callForBody('post', '/api/results/{course}', {
    path: { course },
    body: taking ? { csv, commit: true, ...taking } : { csv },
  });
type Answer = Awaited<ReturnType<typeof send>>;

interface Props {
  course: string;
  onTaken: () => Promise<void>;
}

export function Upload({ course, onTaken }: Props) {
  const [{ csv }, change] = useKept(`results-${course}`, empty);
  const [checked, setChecked] = useState<{ csv: string; answer: Answer }>();
  // What was typed while it was read is not what was read.
  const outcome = checked?.csv === csv ? checked.answer : undefined;
  const { isBusy, send: run, refuse, reset, errorAt, failureBeside } = useSending();
  const release = useUnsavedWarning(csv !== '');
  const toaster = useToaster();

  const put = (text: string) => {
    reset();
    change({ csv: text });
  };
  const readThrough = async () => {
    setChecked({ csv, answer: await look(send(course, csv)) });
  };
  const check = () => {
    if (!csv.trim()) {
      refuse('Choose a file, or paste the results here.', 'csv');
      return;
    }
    void run(async () => {
      setChecked(undefined);
      await readThrough();
    }, 'The file could not be checked');
  };
  const take = ({ version, not_let_in }: Answer, mark_absent: boolean) =>
    run(
      async () => {
        const taken = await orReadAgain(() => send(course, csv, { version, mark_absent }), readThrough);
        release();
        change(empty);
        setChecked(undefined);
        toaster.success(
          `The results of ${candidates(taken.ok + (mark_absent ? not_let_in : 0))} are the draft`,
        );
        await onTaken();
      },
      'The file could not be taken',
      lost,
    );
  const failure = failureBeside('csv');

  return (
    <>
      <Card aria-label="File">
        <form
          aria-label="File"
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!isBusy) check();
          }}
        >
          <Flex direction="column" gap="4">
            {failure && (
              <Notice tone="error" role="alert">
                {failure}
              </Notice>
            )}
            <CsvFields
              label="Results"
              fileHint="Results that were saved as CSV."
              columns={columns}
              mostBytes={mostBytes}
              tooLarge={tooLarge}
              value={csv}
              error={errorAt('csv')}
              onChange={put}
              onUnusable={(message) => {
                refuse(message, 'csv');
              }}
            />
            <Box>
              <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
                <BusyLabel busy={isBusy && 'One moment...'}>Check the file</BusyLabel>
              </Button>
            </Box>
          </Flex>
        </form>
      </Card>
      {outcome && (
        <Preview answer={outcome} isBusy={isBusy} onTake={(isMarked) => void take(outcome, isMarked)} />
      )}
    </>
  );
}

const candidates = (number: number) => counted(number, 'candidate');

interface PreviewProps {
  answer: Answer;
  isBusy: boolean;
  onTake: (areMarkedAbsent: boolean) => void;
}

function Preview({ answer, isBusy, onTake }: PreviewProps) {
  const { errors, errors_total, warnings, warnings_total, results, ok, missing, not_let_in, replaces } =
    answer;
  const [areMarked, setMarked] = useState(false);
  const isInOrder = errors.length === 0;
  const mended = [
    `${errors_total === 1 ? 'One thing is' : `${count(errors_total)} things are`} to be mended, above or in the file.`,
    errors.length < errors_total && `The first ${count(errors.length)} are listed.`,
    'Then check it again. Nothing was taken.',
  ];
  const inOrder = [
    `The file is in order: ${candidates(ok)}.`,
    missing > 0 && `${count(missing)} with a pass for this exam are not in it.`,
    replaces && `It replaces a draft of ${candidates(replaces.total)}.`,
    replaces && replaces.corrected > 0 && `What was corrected there (${count(replaces.corrected)}) is lost.`,
  ];
  return (
    <Flex direction="column" gap="4">
      <FileOutcome answer={answer} text={(isInOrder ? inOrder : mended).filter(Boolean).join(' ')}>
        <Flex direction="column" gap="3" align="flex-start">
          {not_let_in > 0 && (
            <CheckField
              label={`Take ${candidates(not_let_in)} as absent: not in the file, and not let in at the door`}
              isChecked={areMarked}
              onChange={setMarked}
            />
          )}
          <Button
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => {
              onTake(areMarked);
            }}
          >
            Take it as the draft
          </Button>
        </Flex>
      </FileOutcome>
      {warnings.length > 0 && (
        <FirstRows
          title={
            warnings.length < warnings_total
              ? `To be looked at, the first of ${count(warnings_total)}`
              : 'To be looked at'
          }
          rows={warnings}
          columns={mistakeColumns}
          keyOf={keyOfMistake}
        />
      )}
      {results.length > 0 && (
        <FirstRows
          title={isInOrder ? 'Results' : 'Lines that are in order'}
          rows={results}
          columns={[
            { header: 'Line', isAside: true, isWhole: true, cell: ({ line }) => `Line ${String(line)}` },
            ...figureColumns,
          ]}
          keyOf={({ line }) => String(line)}
        />
      )}
    </Flex>
  );
}
