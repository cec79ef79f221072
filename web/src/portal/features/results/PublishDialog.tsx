// From when on candidates see their results, now or at a moment, and whether they are mailed then.
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { serverNow } from '@/lib/lastCall';
import { callForBody } from '@/portal/kit/api/data';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { CheckField, RadioField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { count, dateTime } from '@/portal/kit/ui/format';
import { dayAndTime, toLocal, toMoment } from '@/portal/kit/ui/moments';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { ExamResults } from './state';

interface Props {
  results: ExamResults;
  readAgain: () => Promise<void>;
  onClose: () => void;
}

interface Publication {
  when: string;
  /** As the control has it. */
  local: string;
  isMailed: boolean;
}

const choices = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a moment' },
] as const;

const lost = 'it is not known whether they were published. Send it again: that is safe.';

export function PublishDialog({ results, readAgain, onClose }: Props) {
  const { course, version, total, missing, publish_at, message_id } = results;
  const [{ when, local, isMailed }, keep] = useKept<Publication>(`publication-${course}`, () => ({
    when: publish_at === null ? 'now' : 'later',
    local: toLocal(publish_at),
    isMailed: publish_at === null || message_id !== null,
  }));
  const [isChecked, setChecked] = useState(false);
  const { isBusy, send, reset, errorAt, failureBeside } = useSending();
  const toaster = useToaster();
  const isLater = when === 'later';
  const moment = dayAndTime.test(local) ? toMoment(local) : null;
  const wrong = problemOf(moment);

  const publish = async () => {
    const body = { version, mail: isMailed, ...(isLater && moment !== null && { at: moment }) };
    const published = await orReadAgain(
      () => callForBody('post', '/api/results/{course}/publish', { path: { course }, body }),
      readAgain,
    );
    toaster.success(
      published.state === 'scheduled' && published.publish_at !== null
        ? `Candidates see their results from ${dateTime(published.publish_at)} on`
        : 'Candidates see their results now',
    );
    await readAgain();
    onClose();
  };

  return (
    <FormDialog
      title="Publish the results?"
      text={[
        `${count(total)} ${total === 1 ? 'candidate sees' : 'candidates see'} their result by the link of their pass.`,
        missing.length > 0 && `${count(missing.length)} with a pass for this exam have none.`,
      ]
        .filter(Boolean)
        .join(' ')}
      agree={isLater ? 'Set the moment' : 'Publish now'}
      isBusy={isBusy}
      isDirty={false}
      failure={failureBeside('at')}
      onSend={() => {
        setChecked(true);
        if (!isLater || !wrong) void send(publish, 'The results could not be published', lost);
      }}
      onClose={onClose}
    >
      <RadioField
        label="When"
        isRequired
        options={choices}
        value={when}
        onChange={(chosen) => {
          reset();
          keep({ when: chosen });
        }}
      />
      {isLater && (
        <TextField
          label="Day and time"
          isRequired
          type="datetime-local"
          hint="In India. Nobody sees anything before it."
          value={local}
          error={errorAt('at') ?? (isChecked ? wrong : undefined)}
          onChange={(typed) => {
            reset();
            keep({ local: typed });
          }}
        />
      )}
      <div>
        <CheckField
          label="Mail the candidates"
          isChecked={isMailed}
          onChange={(isChecked) => {
            keep({ isMailed: isChecked });
          }}
        />
        <Box color="ink-soft" fontSize="s">
          {isMailed
            ? 'Each address gets one mail when the results are published: no marks, only the link to the result.'
            : 'Nobody is mailed. You can write to them later.'}
        </Box>
      </div>
    </FormDialog>
  );
}

function problemOf(moment: string | null): string | undefined {
  if (moment === null) return 'Enter a day and a time';
  return Date.parse(moment) > serverNow() ? undefined : 'This moment is over';
}
