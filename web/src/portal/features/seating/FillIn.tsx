// Exams for those who have bought all and chosen none: looked through, chosen a part at a time, and then told.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';

/** More of them do not fit an address. */
const mostNamed = 100;

const people = (number: number) => `${count(number)} ${number === 1 ? 'candidate' : 'candidates'}`;

const fillIn = (body: { commit: boolean; behind?: string }) =>
  callForBody('post', '/api/customers/fill-in', { body });

export function FillIn() {
  const [busy, setBusy] = useState<string>();
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();
  const navigate = useNavigate();

  /** Filled in and not written to yet: a part that fails does not lose those of the parts before it. */
  const unwritten = useRef<string[]>([]);

  /** Each part is done once; what a lost answer has done is passed over when the button is pressed again. */
  const commit = async (total: number): Promise<number> => {
    let filled = 0;
    let behind: string | undefined;
    do {
      setBusy(`${count(filled)} of ${count(total)}…`);
      const part = await fillIn({ commit: true, ...(behind && { behind }) });
      unwritten.current.push(...part.customer_ids);
      filled += part.customer_ids.length;
      behind = part.next ?? undefined;
    } while (behind);
    return filled;
  };

  const fill = async () => {
    setBusy('Looking…');
    try {
      const preview = await fillIn({ commit: false });
      if (preview.filled === 0) {
        const text =
          preview.without > 0
            ? `${people(preview.without)} have not chosen, and no exam that they could sit has a place.`
            : 'Everybody who has bought all exams has chosen.';
        await alert(text);
        return;
      }
      const question = {
        title: `Choose exams for ${people(preview.filled)}?`,
        text: <Consequences without={preview.without} />,
        agree: 'Fill in',
      };
      if (!(await confirm(question))) return;
      const filled = await commit(preview.filled);
      toaster.success(`Exams are chosen for ${people(filled)}.`);
    } catch (failure) {
      toaster.error(
        failureText(failure, 'Not all exams could be filled in. Press the button again'),
        failure,
      );
    } finally {
      setBusy(undefined);
    }
  };

  const tell = async () => {
    const filled = unwritten.current;
    if (filled.length === 0) return;
    const isToTell = await confirm({
      ...offerInWords(filled.length),
      agree: 'Tell them now',
      refuse: 'Not now',
    });
    if (isToTell) await navigate(`${portalPaths.newMessage}?${audienceOf(filled).toString()}`);
  };

  const start = async () => {
    await fill();
    await tell();
  };

  return (
    <Card aria-label="Those who have not chosen">
      <Flex gap="3" wrap="wrap" justify="space-between" align="center">
        <Box flex="1 1 18rem">
          Who has bought all exams chooses on the pass which to sit. Who has not chosen gets no seat.
        </Box>
        <Button look="quiet" disabled={busy !== undefined} onClick={() => void start()}>
          <BusyLabel busy={busy ?? false}>Fill in for the others</BusyLabel>
        </Button>
      </Flex>
    </Card>
  );
}

function Consequences({ without }: { without: number }) {
  return (
    <Box display="grid" gap="2">
      <p>
        In the order of payment, each gets the earliest exams that have places and do not clash. They can
        change them on the pass until the seats are published.
      </p>
      {without > 0 && <p>{`${people(without)} find no exam with a place, and are left as they are.`}</p>}
    </Box>
  );
}

function offerInWords(filled: number): { title: string; text: string } {
  const after = 'You can look at the message before it is sent.';
  if (filled <= mostNamed) {
    return {
      title: `Tell ${people(filled)}?`,
      text: `Their passes show the exams from now on. ${after}`,
    };
  }
  return {
    title: 'Tell everybody with all exams?',
    text: `${people(filled)} are too many to be named one by one, so the message goes to everybody who has paid for all exams, those who have chosen themselves among them. ${after}`,
  };
}

function audienceOf(filled: readonly string[]): URLSearchParams {
  if (filled.length > mostNamed) return new URLSearchParams({ status: 'PAID', course: 'allColleges' });
  return new URLSearchParams(filled.map((id) => ['candidate', id]));
}
