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
import { isStillKnown, untoldRuns, type UntoldRun } from '@/portal/kit/forms/untoldRuns';
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

/** With which those who are filled in next are mailed: one that was interrupted, as by a failure. */
const openRun = (by: string): UntoldRun | undefined => {
  const kept = untoldRuns.get()[by];
  return kept?.isDeclined ? undefined : kept;
};

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
      const before = openRun(by) ?? {
        ...{ run: uuid(), known: 0, isCertain: true },
        ...{ askedAt: 0, isDeclined: false },
      };
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

  /** Whether they are to be mailed; undefined where not all is done. */
  const fill = async (): Promise<boolean | undefined> => {
    setBusy('Looking…');
    try {
      const preview = await look(fillIn({ commit: false }));
      if (preview.filled === 0) {
        const text =
          preview.without > 0
            ? `${people(preview.without)} have not chosen, and no exam that they could sit has a place.`
            : 'Everybody who has bought all exams has chosen.';
        await alert(text);
        return undefined;
      }
      let isToMail = true;
      const onMail = (isTicked: boolean) => {
        isToMail = isTicked;
      };
      const question = {
        title: `Choose exams for ${people(preview.filled)}?`,
        text: <Consequences without={preview.without} before={openRun(by)} onMail={onMail} />,
        agree: 'Fill in',
      };
      if (!(await confirm(question))) return undefined;
      const filled = await commit(preview.filled);
      toaster.success(`Exams are chosen for ${people(filled)}.`);
      return isToMail;
    } catch (failure) {
      toaster.error(
        failureText(failure, 'Not all exams could be filled in. Press the button again'),
        failure,
      );
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };

  const write = async (run: string) => {
    const params = new URLSearchParams({ template: 'exams-filled-in', filled_in: run });
    await navigate(`${portalPaths.newMessage}?${params.toString()}`);
  };

  const tell = async (now: UntoldRun) => {
    const { run, known, isCertain } = now;
    const isToTell = await confirm({
      title: isCertain ? `Tell ${people(known)}?` : 'Tell those whose exams were filled in?',
      text: 'Their passes show the exams from now on. You can look at the message before it is sent.',
      agree: 'Tell them now',
      refuse: 'Not now',
    });
    if (isToTell) await write(run);
    else untoldRuns.keep(by, { ...now, isDeclined: true });
  };

  const dismiss = async () => {
    const agreed = await confirm({
      title: 'Mail them nothing from here?',
      text: 'Their passes show the exams all the same.',
      agree: 'Mail nothing',
    });
    if (!agreed) return;
    untoldRuns.forget((whose) => whose === by);
    forget();
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
    if (isToMail !== undefined && hasPeople(now)) await (isToMail ? mailThem() : tell(now));
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
            disabled={busy !== undefined || (untold?.askedAt ?? 0) > 0}
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
        onWrite={(run) => void write(run)}
        onDismiss={() => void dismiss()}
      />
    </Card>
  );
}

interface OutcomeProps {
  mail: Mail | undefined;
  untold: UntoldRun | undefined;
  isBusy: boolean;
  onMail: () => void;
  onWrite: (run: string) => void;
  onDismiss: () => void;
}

function Outcome({ mail, untold, isBusy, onMail, onWrite, onDismiss }: OutcomeProps) {
  if (mail && 'id' in mail) {
    return (
      <Notice tone="success" role="status" marginTop="3">
        <span>Those whose exams were filled in are being mailed what was chosen.</span>{' '}
        <TextLink to={portalPaths.message(mail.id)}>See the message</TextLink>
      </Notice>
    );
  }
  if (!untold || (isBusy && !mail)) return null;
  const common = { look: 'quiet', size: 'small', disabled: isBusy } as const;
  // Its key is known no more: sent again, it would be another message.
  const isOld = untold.askedAt > 0 && !isStillKnown(untold);
  return (
    <Notice tone={mail ? 'error' : 'warning'} role={mail && 'alert'} marginTop="3">
      <div>{(!isOld && mail?.failure) || untoldInWords(untold)}</div>
      <Flex gap="3" wrap="wrap" align="center" marginTop="3">
        {isOld ? (
          <>
            <TextLink to={portalPaths.messages}>All messages</TextLink>
            <Button
              {...common}
              onClick={() => {
                onWrite(untold.run);
              }}
            >
              Write to them
            </Button>
          </>
        ) : (
          <Button {...common} onClick={onMail}>
            Mail them
          </Button>
        )}
        <Button {...common} onClick={onDismiss}>
          Dismiss
        </Button>
      </Flex>
    </Notice>
  );
}

function untoldInWords(untold: UntoldRun): string {
  const { known, isCertain, askedAt } = untold;
  if (askedAt > 0) {
    const whatToDo = isStillKnown(untold)
      ? 'Press the button: nobody gets it twice.'
      : 'Look for it in the list of messages before you write to them.';
    return `It is not known whether those whose exams were filled in were mailed. ${whatToDo}`;
  }
  if (!isCertain) return 'Those whose exams were filled in have not been told.';
  return `${people(known)} whose exams were filled in ${known === 1 ? 'has' : 'have'} not been told.`;
}

interface ConsequencesProps {
  without: number;
  /** A run that these join. */
  before: UntoldRun | undefined;
  onMail: (isTicked: boolean) => void;
}

function Consequences({ without, before, onMail }: ConsequencesProps) {
  const [isTicked, setTicked] = useState(true);
  return (
    <Box display="grid" gap="2">
      <p>
        In the order of payment, each gets the earliest exams that have places and do not clash. They can
        change them on the pass until the seats are published.
      </p>
      {without > 0 && <p>{`${people(without)} find no exam with a place, and are left as they are.`}</p>}
      {hasPeople(before) && (
        <p>{`A mail goes also to ${before.isCertain ? people(before.known) : 'those'} whose exams were filled in before and who have not been mailed.`}</p>
      )}
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
