// Publishing a draft, or throwing it away.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { isElsewhere, people, takenOf, type Seating } from './seats';

export interface Sight {
  seating: Seating;
  exam: ExamDetail | undefined;
}

interface Props {
  course: string;
  /** Of the draft that is on the screen. */
  version: number;
  /** How it is at this moment. */
  look: () => Promise<Sight>;
  put: (seating: Seating) => Promise<void>;
  reload: () => Promise<void>;
}

/** Who is flagged when these seats are published. Who has not chosen may not sit the exam at all. */
const flagged: readonly Seating['unseated'][number]['reason'][] = ['no_hall', 'full', 'sibling'];

export function Publishing({ course, version, look, put, reload }: Props) {
  const [busy, setBusy] = useState<'look' | 'publish' | 'discard'>();
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const path = { course };

  const during = async <Done,>(
    what: typeof busy,
    act: () => Promise<Done>,
    failed: string,
  ): Promise<Done | undefined> => {
    setBusy(what);
    try {
      return await act();
    } catch (failure) {
      toaster.error(failureText(failure, failed, lookFirst), failure);
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  const change = async (act: () => Promise<Seating>, done: string) => {
    await put(await orReadAgain(act, reload));
    toaster.success(done);
  };

  const publish = async () => {
    // What is on the screen may be hours old, and people have paid or been refunded since.
    const sight = await during('look', look, 'It could not be found out what publishing would change');
    if (!sight) return;
    const { seating } = sight;
    if (seating.state !== 'draft') {
      toaster.error('There is no draft any more.');
      return;
    }
    const facts = factsOf(sight);
    const question = {
      title: 'Publish these seats?',
      text: <Consequences {...facts} />,
      agree: 'Publish',
      isDangerous: facts.without > 0 || facts.undecided > 0 || facts.isMoved,
    };
    if (!(await confirm(question))) return;
    const request = { path, body: { version: seating.version } };
    const act = () => callForBody('post', '/api/seating/{course}/publish', request);
    await during(
      'publish',
      () => change(act, 'The seats are published.'),
      'The seats could not be published',
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
    const act = () => callForBody('delete', '/api/seating/{course}', { path, query: { version } });
    await during(
      'discard',
      () => change(act, 'The draft is thrown away.'),
      'The draft could not be thrown away',
    );
  };

  return (
    <Card aria-label="Publish">
      <Flex gap="3" wrap="wrap">
        <Button disabled={busy !== undefined} onClick={() => void publish()}>
          <BusyLabel busy={(busy === 'look' && 'One moment...') || (busy === 'publish' && 'Publishing...')}>
            Publish the seats
          </BusyLabel>
        </Button>
        <Button look="harm" disabled={busy !== undefined} onClick={() => void discard()}>
          <BusyLabel busy={busy === 'discard' && 'Throwing away...'}>Throw the draft away</BusyLabel>
        </Button>
      </Flex>
    </Card>
  );
}

const factsOf = ({ seating, exam }: Sight) => ({
  seated: seating.halls.reduce((sum, hall) => sum + takenOf(hall).length, 0),
  changes: seating.changes,
  without: seating.unseated.filter(({ reason }) => flagged.includes(reason)).length,
  undecided: seating.unseated.filter(({ reason }) => reason === 'not_chosen').length,
  isMoved: exam !== undefined && isElsewhere(seating, exam),
});

function Consequences({ seated, changes, without, undecided, isMoved }: ReturnType<typeof factsOf>) {
  return (
    <Box display="grid" gap="2">
      <p>{`${people(seated)} ${seated === 1 ? 'gets' : 'get'} a seat. Who pays later gets the next free one by itself.`}</p>
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
      {isMoved && (
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
    : `${people(changes)} who ${changes === 1 ? 'has a seat now gets' : 'have a seat now get'} another one, or none, and ${changes === 1 ? 'is' : 'are'} told by mail.`;
