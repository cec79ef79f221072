// Exams for those who have bought all and chosen none: looked through, chosen a part at a time, and then told.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { isLost } from '@/lib/api/client';
import { uuid } from '@/lib/uuid';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, ButtonLink, Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { CheckField } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { useMailOfRun, type Mail } from './useMailOfRun';

const people = (number: number) => `${count(number)} ${number === 1 ? 'candidate' : 'candidates'}`;

const fillIn = (body: { commit: boolean; behind?: string; run?: string }) =>
  callForBody('post', '/api/customers/fill-in', { body });

/** Who was filled in and not written to yet. */
interface Unwritten {
  known: number;
  /** No answer was lost. */
  isCertain: boolean;
}

const nobody = (): Unwritten => ({ known: 0, isCertain: true });

export function FillIn() {
  const [busy, setBusy] = useState<string>();
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();
  const navigate = useNavigate();

  /**
   * What the server has done under this name can be written to, also what a lost answer has done and what was done before the
   * button was pressed again.
   */
  const [run, setRun] = useState(uuid);
  const unwritten = useRef(nobody());
  const { mail, mayBeSent, send, forget } = useMailOfRun();

  /** Each part is done once; what a lost answer has done is passed over when the button is pressed again. */
  const commit = async (total: number): Promise<number> => {
    let filled = 0;
    let behind: string | undefined;
    do {
      setBusy(`${count(filled)} of ${count(total)}…`);
      const part = await fillIn({ commit: true, run, ...(behind && { behind }) }).catch(
        (failure: unknown) => {
          unwritten.current.isCertain &&= !isLost(failure);
          throw failure;
        },
      );
      unwritten.current.known += part.filled;
      filled += part.filled;
      behind = part.next ?? undefined;
    } while (behind);
    return filled;
  };

  /** Whether all is done, and they are to be mailed. */
  const fill = async (): Promise<boolean> => {
    setBusy('Looking…');
    try {
      const preview = await fillIn({ commit: false });
      if (preview.filled === 0) {
        const text =
          preview.without > 0
            ? `${people(preview.without)} have not chosen, and no exam that they could sit has a place.`
            : 'Everybody who has bought all exams has chosen.';
        await alert(text);
        return false;
      }
      let isToMail = true;
      const onMail = (isTicked: boolean) => {
        isToMail = isTicked;
      };
      const question = {
        title: `Choose exams for ${people(preview.filled)}?`,
        text: <Consequences without={preview.without} onMail={onMail} />,
        agree: 'Fill in',
      };
      if (!(await confirm(question))) return false;
      const filled = await commit(preview.filled);
      toaster.success(`Exams are chosen for ${people(filled)}.`);
      return isToMail;
    } catch (failure) {
      toaster.error(
        failureText(failure, 'Not all exams could be filled in. Press the button again'),
        failure,
      );
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const tell = async () => {
    const { known, isCertain } = unwritten.current;
    const isToTell = await confirm({
      title: isCertain ? `Tell ${people(known)}?` : 'Tell those whose exams were filled in?',
      text: 'Their passes show the exams from now on. You can look at the message before it is sent.',
      agree: 'Tell them now',
      refuse: 'Not now',
    });
    if (!isToTell) return;
    const params = new URLSearchParams({ template: 'exams-filled-in', filled_in: run });
    await navigate(`${portalPaths.newMessage}?${params.toString()}`);
  };

  const mailThem = async () => {
    const { known, isCertain } = unwritten.current;
    setBusy('Mailing…');
    if (await send(run, isCertain ? known : undefined)) {
      // These have their mail: who is filled in from now on is of another run.
      unwritten.current = nobody();
      setRun(uuid());
    }
    setBusy(undefined);
  };

  const start = async () => {
    forget();
    const isToMail = await fill();
    const { known, isCertain } = unwritten.current;
    if (known === 0 && isCertain) return;
    await (isToMail ? mailThem() : tell());
  };

  return (
    <Card aria-label="Those who have not chosen">
      <Flex gap="3" wrap="wrap" justify="space-between" align="center">
        <Box flex="1 1 18rem">
          Who has bought all exams chooses on the pass which to sit. Who has not chosen gets no seat.
        </Box>
        <Flex gap="3" wrap="wrap">
          <ButtonLink look="quiet" to={`${portalPaths.newMessage}?template=choose-your-exams`}>
            Remind them
          </ButtonLink>
          <Button look="quiet" disabled={busy !== undefined || mayBeSent} onClick={() => void start()}>
            <BusyLabel busy={busy ?? false}>Fill in for the others</BusyLabel>
          </Button>
        </Flex>
      </Flex>
      {mail && <Outcome mail={mail} isBusy={busy !== undefined} onAgain={() => void mailThem()} />}
    </Card>
  );
}

interface OutcomeProps {
  mail: Mail;
  isBusy: boolean;
  onAgain: () => void;
}

function Outcome({ mail, isBusy, onAgain }: OutcomeProps) {
  if ('failure' in mail) {
    return (
      <Notice tone="error" role="alert" marginTop="3">
        <p>{mail.failure}</p>
        <Button look="quiet" size="small" marginTop="3" disabled={isBusy} onClick={onAgain}>
          Mail them
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="success" role="status" marginTop="3">
      <span>Those whose exams were filled in are being mailed what was chosen.</span>{' '}
      <TextLink to={portalPaths.message(mail.id)}>See the message</TextLink>
    </Notice>
  );
}

interface ConsequencesProps {
  without: number;
  onMail: (isTicked: boolean) => void;
}

function Consequences({ without, onMail }: ConsequencesProps) {
  const [isTicked, setTicked] = useState(true);
  return (
    <Box display="grid" gap="2">
      <p>
        In the order of payment, each gets the earliest exams that have places and do not clash. They can
        change them on the pass until the seats are published.
      </p>
      {without > 0 && <p>{`${people(without)} find no exam with a place, and are left as they are.`}</p>}
      <CheckField
        label="Mail them what was chosen"
        isChecked={isTicked}
        onChange={(isNow) => {
          setTicked(isNow);
          onMail(isNow);
        }}
      />
    </Box>
  );
}
