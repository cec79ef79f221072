// Exams for those who have bought all and chosen none: looked through, chosen a part at a time, and then told.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { isLost } from '@/lib/api/client';
import { useSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { whoIsSignedIn } from '@/portal/kit/forms/draft';
import { untoldRuns, type UntoldRun } from '@/portal/kit/forms/untoldRuns';
import { look } from '@/portal/kit/api/look';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, ButtonLink, Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { CheckField } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { people } from './seats';
import { useMailOfRun, type Mail } from './useMailOfRun';

const fillIn = (body: { commit: boolean; behind?: string; run?: string }) =>
  callForBody('post', '/api/customers/fill-in', { body });

const hasPeople = (run: UntoldRun | undefined): run is UntoldRun =>
  run !== undefined && (run.known > 0 || !run.isCertain);

export function FillIn() {
  const [busy, setBusy] = useState<string>();
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();
  const navigate = useNavigate();
  const [by] = useState(whoIsSignedIn);
  const untold = useSessionStore(untoldRuns)[by];
  const { mail, send, forget } = useMailOfRun(by);

  /** Each part is done once; what a lost answer has done is passed over when the button is pressed again. */
  const commit = async (total: number): Promise<number> => {
    let filled = 0;
    let behind: string | undefined;
    do {
      setBusy(`${count(filled)} of ${count(total)}…`);
      // What was done before the button was pressed again, or the page was left, is of the same run.
      const before = untoldRuns.get()[by] ?? { run: uuid(), known: 0, isCertain: true, mayBeSent: false };
      untoldRuns.keep(by, { ...before, isCertain: false });
      const part = await fillIn({ commit: true, run: before.run, ...(behind && { behind }) }).catch(
        (failure: unknown) => {
          if (!isLost(failure)) untoldRuns.keep(by, before);
          throw failure;
        },
      );
      const { known } = untoldRuns.get()[by] ?? before;
      untoldRuns.keep(by, { ...before, known: known + part.filled });
      filled += part.filled;
      behind = part.next ?? undefined;
    } while (behind);
    return filled;
  };

  /** Whether all is done, and they are to be mailed. */
  const fill = async (): Promise<boolean> => {
    setBusy('Looking…');
    try {
      const preview = await look(fillIn({ commit: false }));
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

  const tell = async ({ run, known, isCertain }: UntoldRun) => {
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
    setBusy('Mailing…');
    await send();
    setBusy(undefined);
  };

  const start = async () => {
    forget();
    const isToMail = await fill();
    const now = untoldRuns.get()[by];
    if (hasPeople(now)) await (isToMail ? mailThem() : tell(now));
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
          <Button
            look="quiet"
            disabled={busy !== undefined || untold?.mayBeSent}
            onClick={() => void start()}
          >
            <BusyLabel busy={busy ?? false}>Fill in for the others</BusyLabel>
          </Button>
        </Flex>
      </Flex>
      <Outcome
        mail={mail}
        untold={hasPeople(untold) ? untold : undefined}
        isBusy={busy !== undefined}
        onMail={() => void mailThem()}
      />
    </Card>
  );
}

interface OutcomeProps {
  mail: Mail | undefined;
  untold: UntoldRun | undefined;
  isBusy: boolean;
  onMail: () => void;
}

function Outcome({ mail, untold, isBusy, onMail }: OutcomeProps) {
  if (mail && 'id' in mail) {
    return (
      <Notice tone="success" role="status" marginTop="3">
        <span>Those whose exams were filled in are being mailed what was chosen.</span>{' '}
        <TextLink to={portalPaths.message(mail.id)}>See the message</TextLink>
      </Notice>
    );
  }
  if (!untold || (isBusy && !mail)) return null;
  return (
    <Notice tone={mail ? 'error' : 'warning'} role={mail && 'alert'} marginTop="3">
      <div>{mail?.failure ?? untoldInWords(untold)}</div>
      <Button look="quiet" size="small" marginTop="3" disabled={isBusy} onClick={onMail}>
        Mail them
      </Button>
    </Notice>
  );
}

function untoldInWords({ known, isCertain, mayBeSent }: UntoldRun): string {
  if (mayBeSent) {
    return 'It is not known whether those whose exams were filled in were mailed. Press the button: nobody gets it twice.';
  }
  if (!isCertain) return 'Those whose exams were filled in have not been told.';
  return `${people(known)} whose exams were filled in ${known === 1 ? 'has' : 'have'} not been told.`;
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
