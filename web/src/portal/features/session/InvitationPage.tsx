// Behind the link of an invitation: what it is for, and the password that the person chooses. The link's end stands behind #
// and goes to the server in the body of a call alone.
import { Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { isLost, referenceOf } from '@/lib/api/client';
import { useProblem } from '@/lib/useProblem';
import { NewPasswordField } from '@/portal/kit/account/NewPasswordField';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { roleName } from '@/portal/kit/session/rights';
import { Button, ButtonLink } from '@/portal/kit/ui/elements';
import { CheckField } from '@/portal/kit/ui/Field';
import { replacesAnotherScreen } from '@/portal/kit/ui/firstScreen';
import { CodeForm } from './CodeForm';
import { Doorway } from './Doorway';
import {
  acceptInvitation,
  isOver,
  lookAtInvitation,
  wordsOfInvitation,
  wordsOfPassword,
  type Invitation,
} from './invitation';
import type { Challenge } from './login';
import { Waiting } from './Waiting';

export function InvitationPage() {
  const link = useLocation().hash.slice(1);
  useEffect(() => {
    replacesAnotherScreen();
  }, []);
  // Another link in the same tab is another invitation.
  return <Looked key={link} link={link} />;
}

type Seen = { invitation: Invitation } | { failure: unknown } | undefined;

function Looked({ link }: { link: string }) {
  const [seen, setSeen] = useState<Seen>();
  const [look, setLook] = useState(0);
  useEffect(() => {
    let isGone = false;
    lookAtInvitation(link).then(
      (invitation) => {
        if (!isGone) setSeen({ invitation });
      },
      (failure: unknown) => {
        if (!isGone) setSeen({ failure });
      },
    );
    return () => {
      isGone = true;
    };
  }, [link, look]);

  if (!seen) return <Waiting />;
  if ('invitation' in seen) {
    return (
      <Choosing
        link={link}
        invitation={seen.invitation}
        onOver={(failure) => {
          setSeen({ failure });
        }}
      />
    );
  }
  if (isOver(seen.failure)) return <Over />;
  return (
    <Doorway title="Invitation" heading="Your invitation" text={wordsOfInvitation(seen.failure)}>
      <Flex marginTop="5">
        <Button
          onClick={() => {
            setSeen(undefined);
            setLook(look + 1);
          }}
        >
          Try again
        </Button>
      </Flex>
    </Doorway>
  );
}

function Over() {
  return (
    <Doorway
      title="Invitation"
      heading="This link cannot be used"
      text="It is good once, for 72 hours, and only the latest one counts. If you have chosen your password already, sign in with it; else ask an administrator to send you another one."
    >
      <Flex marginTop="5">
        <ButtonLink to={portalPaths.login}>Sign in</ButtonLink>
      </Flex>
    </Doorway>
  );
}

interface Props {
  link: string;
  invitation: Invitation;
  onOver: (failure: unknown) => void;
}

function Choosing({ link, invitation: { username, role }, onOver }: Props) {
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** Whether an answer was lost: the password may hold already. */
  const [mayHold, setMayHold] = useState(false);
  const [isIn, setIn] = useState(false);
  const [challenge, setChallenge] = useState<Challenge>();
  const { problem, fail, clear } = useProblem<{
    text: string;
    isOfField: boolean;
    reference: string | undefined;
  }>();
  const navigate = useNavigate();
  if (isIn) return <Navigate to={portalPaths.dashboard} replace />;

  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const asked = await acceptInvitation({ link, username, password, mayHold });
      clear();
      if (asked) setChallenge(asked);
      else setIn(true);
    } catch (error) {
      if (isOver(error)) {
        onOver(error);
        return;
      }
      setMayHold(mayHold || isLost(error));
      const { text, isOfField } = wordsOfPassword(error);
      fail({ text, isOfField, reference: referenceOf(error) });
    }
    setBusy(false);
  };

  if (challenge) {
    return (
      <Doorway title="Sign in" heading="Admin Portal" text="Your password is set. One more step.">
        <CodeForm
          challenge={challenge}
          onDone={() => {
            setIn(true);
          }}
          onBack={() => void navigate(portalPaths.login, { replace: true })}
        />
      </Doorway>
    );
  }
  const error = problem?.isOfField ? problem.text : undefined;
  return (
    <Doorway
      title="Choose your password"
      heading="Choose your password"
      text={`You are invited as ${username}, with the role ${roleName(role)}. From now on you sign in with this name and your password.`}
      width="28rem"
    >
      <form
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault();
          void send();
        }}
      >
        <Flex direction="column" gap="4" marginTop="5">
          {problem && !problem.isOfField && (
            <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
              {problem.text}
            </ErrorBanner>
          )}
          {/* For password managers, which keep a password by its name. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <NewPasswordField value={password} onChange={setPassword} isShown={isShown} error={error} />
          <CheckField label="Show password" isChecked={isShown} onChange={setShown} />
          <Button type="submit" disabled={isBusy}>
            <BusyLabel busy={isBusy && 'Saving...'}>Save and sign in</BusyLabel>
          </Button>
        </Flex>
      </form>
    </Doorway>
  );
}
