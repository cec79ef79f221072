// The line in front of the payment provider: how fast it moves, who waits, and holding it by hand.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { ErrorBanner } from '@/components/ErrorBanner';
import { referenceOf } from '@/lib/api/client';
import { useProblem } from '@/lib/useProblem';
import { callForBody, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useKept } from '@/portal/kit/forms/useKept';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { count, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { Facts } from './Facts';
import { dayAndTime, toMoment } from '@/portal/kit/ui/moments';

type Line = AnswerOf<'/api/payments/line'>;

const request = {};
/** It is looked at while people wait in it. */
const refreshMs = 10_000;

export function LineCard({ mayHold }: { mayHold: boolean }) {
  const answer = useAnswer('/api/payments/line', request, { refreshInterval: refreshMs });
  return (
    <Card aria-label="The line">
      <Box asChild fontSize="l" marginBottom="4">
        <h2>The line</h2>
      </Box>
      <PageState answer={answer} failure="Failed to fetch how the line stands">
        {(line) => (
          <Flex direction="column" gap="4">
            <Now line={line} />
            {mayHold && (
              <Controls
                line={line}
                put={(newer) => answer.mutate(newer, { revalidate: false })}
                readAgain={answer.mutate}
              />
            )}
          </Flex>
        )}
      </PageState>
    </Card>
  );
}

function Now({ line }: { line: Line }) {
  const { per_minute, per_minute_of_address, waiting, wait_seconds, closed_until, hold } = line;
  return (
    <>
      <Facts>
        <dt>Orders are opened</dt>
        <dd>{`${count(per_minute)} a minute, at most ${count(per_minute_of_address)} of them behind one address`}</dd>
        <dt>Waiting now</dt>
        <dd>{waiting === 0 ? 'Nobody' : `About ${count(waiting)} people`}</dd>
        <dt>Who comes now waits</dt>
        <dd>
          {wait_seconds < 60 ? 'Less than a minute' : `About ${count(Math.ceil(wait_seconds / 60))} minutes`}
        </dd>
      </Facts>
      {hold ? (
        <Notice tone="warning">
          <p>
            <strong>{`Held until ${dateTime(hold.until)}.`}</strong>{' '}
            <span>{`By ${hold.by}, since ${dateTime(hold.since)}. Everybody keeps their place, and nobody begins to pay before.`}</span>
          </p>
        </Notice>
      ) : (
        closed_until !== null && (
          <Notice tone="warning">
            <p>{`The payment provider is too busy until ${dateTime(closed_until)}. The line goes on by itself.`}</p>
          </Notice>
        )
      )}
    </>
  );
}

interface ControlsProps {
  line: Line;
  put: (newer: Line) => Promise<unknown>;
  readAgain: () => Promise<unknown>;
}

function Controls({ line, put, readAgain }: ControlsProps) {
  const [{ until }, keep] = useKept('hold-until', { until: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string; reference: string | undefined }>();
  const { confirm } = useDialogs();
  const error = dayAndTime.test(until) ? undefined : 'Please enter a date and a time';

  const change = async (send: () => Promise<Line>, words: string, whenLost?: string) => {
    setBusy(true);
    clear();
    try {
      await put(await orReadAgain(send, readAgain));
      setChecked(false);
    } catch (thrown) {
      fail({ text: failureText(thrown, words, whenLost), reference: referenceOf(thrown) });
    }
    setBusy(false);
  };
  const hold = async () => {
    setChecked(true);
    const moment = toMoment(until);
    if (isBusy || error || moment === null || !(await confirm(question(moment)))) return;
    const send = () => callForBody('put', '/api/payments/line/hold', { body: { until: moment } });
    await change(send, 'The line could not be held');
  };
  const goOn = () => {
    const send = () => callForBody('delete', '/api/payments/line/hold', {});
    // The button is gone where it was done, and the one beside it is the opposite.
    return change(send, 'The line could not go on', lookFirst);
  };

  return (
    <Box>
      {problem && (
        <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
          {problem.text}
        </ErrorBanner>
      )}
      <TextField
        label="Hold until"
        type="datetime-local"
        hint="Nobody begins to pay before, by the event’s clock. Orders that are open can still be paid."
        value={until}
        error={isChecked ? error : undefined}
        onChange={(typed) => {
          keep({ until: typed });
        }}
      />
      <Flex gap="3" marginTop="4" wrap="wrap">
        <Button look="quiet" onClick={() => void hold()} disabled={isBusy}>
          Hold the line
        </Button>
        {line.hold && (
          <Button onClick={() => void goOn()} disabled={isBusy}>
            Go on now
          </Button>
        )}
      </Flex>
    </Box>
  );
}

const question = (moment: string) => ({
  title: `Hold the line until ${dateTime(moment)}?`,
  text: 'Who registers meanwhile gets a place and is told this moment. Everybody keeps their place.',
  agree: 'Hold the line',
  isDangerous: true,
});
