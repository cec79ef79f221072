// Publishing a draft, or throwing it away.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { plural, takenOf, type Seating } from './seats';

interface Props {
  course: string;
  seating: Seating;
  /** Whether the exam is held in other halls by now. */
  isElsewhere: boolean;
  put: (seating: Seating) => Promise<void>;
  reload: () => Promise<void>;
}

/** Who is flagged when these seats are published. Who has not chosen may not sit the exam at all. */
const flagged: readonly Seating['unseated'][number]['reason'][] = ['no_hall', 'full', 'sibling'];

export function Publishing({ course, seating, isElsewhere, put, reload }: Props) {
  const [busy, setBusy] = useState<'publish' | 'discard'>();
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const path = { course };
  const without = seating.unseated.filter(({ reason }) => flagged.includes(reason)).length;
  const undecided = seating.unseated.filter(({ reason }) => reason === 'not_chosen').length;

  const during = async (
    what: 'publish' | 'discard',
    act: () => Promise<Seating>,
    words: [done: string, failed: string],
  ) => {
    setBusy(what);
    try {
      await put(await orReadAgain(act, reload));
      toaster.success(words[0]);
    } catch (failure) {
      toaster.error(failureText(failure, words[1]), failure);
    }
    setBusy(undefined);
  };

  const publish = async () => {
    const seated = seating.halls.reduce((sum, hall) => sum + takenOf(hall).length, 0);
    const question = {
      title: 'Publish these seats?',
      text: (
        <Consequences
          seated={seated}
          changes={seating.changes}
          without={without}
          undecided={undecided}
          isElsewhere={isElsewhere}
        />
      ),
      agree: 'Publish',
      isDangerous: without > 0 || undecided > 0 || isElsewhere,
    };
    if (!(await confirm(question))) return;
    await during(
      'publish',
      () =>
        callForBody('post', '/api/seating/{course}/publish', { path, body: { version: seating.version } }),
      ['The seats are published.', 'The seats could not be published'],
    );
  };

  const discard = async () => {
    const question = {
      title: 'Throw the draft away?',
      text: 'What candidates see now stays as it is.',
      agree: 'Throw away',
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    const query = { version: seating.version };
    await during('discard', () => callForBody('delete', '/api/seating/{course}', { path, query }), [
      'The draft is thrown away.',
      'The draft could not be thrown away',
    ]);
  };

  return (
    <Card aria-label="Publish">
      <Flex gap="3" wrap="wrap">
        <Button disabled={busy !== undefined} onClick={() => void publish()}>
          <BusyLabel busy={busy === 'publish' && 'Publishing...'}>Publish the seats</BusyLabel>
        </Button>
        <Button look="harm" disabled={busy !== undefined} onClick={() => void discard()}>
          <BusyLabel busy={busy === 'discard' && 'Throwing away...'}>Throw the draft away</BusyLabel>
        </Button>
      </Flex>
    </Card>
  );
}

interface ConsequencesProps {
  seated: number;
  changes: number | null;
  without: number;
  undecided: number;
  isElsewhere: boolean;
}

function Consequences({ seated, changes, without, undecided, isElsewhere }: ConsequencesProps) {
  return (
    <Box display="grid" gap="2">
      <p>{`${plural(seated, 'candidate')} ${seated === 1 ? 'gets' : 'get'} a seat. Who pays later gets the next free one by itself.`}</p>
      {changes !== null && <p>{changed(changes)}</p>}
      {without > 0 && (
        <p>
          <strong>{`${count(without)} ${without === 1 ? 'has' : 'have'} no seat`}</strong>{' '}
          <span>{`and ${without === 1 ? 'is' : 'are'} listed under “Needs attention”.`}</span>
        </p>
      )}
      {undecided > 0 && (
        <p>
          <strong>{`${count(undecided)} ${undecided === 1 ? 'has every exam and has' : 'have every exam and have'} not chosen.`}</strong>{' '}
          <span>After this, only staff can choose this exam for them.</span>
        </p>
      )}
      {isElsewhere && (
        <p>
          <strong>The halls of this exam were changed since these seats were assigned.</strong>{' '}
          <span>Candidates are sent to the halls before.</span>
        </p>
      )}
    </Box>
  );
}

const changed = (changes: number) =>
  changes === 0
    ? 'Nobody who has a seat now loses it.'
    : `${plural(changes, 'candidate')} with a seat now ${changes === 1 ? 'has' : 'have'} another one then, or none, and ${changes === 1 ? 'is' : 'are'} told by mail.`;
