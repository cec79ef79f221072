// What a session is good for before anything else: replacing a password that somebody else gave, or setting up a second
// factor.
import { Box } from '@chakra-ui/react';
import { Enrolment } from '@/portal/kit/account/Enrolment';
import { PasswordForm } from '@/portal/kit/account/PasswordForm';
import { Button } from '@/portal/kit/ui/elements';
import { useMayLeave } from '@/portal/kit/ui/UnsavedProvider';
import { Doorway } from './Doorway';
import { signOut } from './login';
import type { Restriction } from './restriction';

interface Props {
  restriction: Restriction;
  onLifted: () => void;
}

export function Restricted({ restriction, onLifted }: Props) {
  const mayLeave = useMayLeave();
  // The recovery codes of the second factor are shown once.
  const leave = async () => {
    if (await mayLeave()) signOut();
  };
  const isPassword = restriction === 'password_change_required';
  return (
    <Doorway
      title={isPassword ? 'Choose a password' : 'Second factor'}
      heading={isPassword ? 'Choose your own password' : 'Set up your second factor'}
      text={
        isPassword
          ? 'Somebody else has given you the one you signed in with. Replace it, so that only you know it.'
          : 'Administrators of this portal sign in with a code from their phone as well as the password.'
      }
      width="34rem"
    >
      <Box marginTop="5">
        {isPassword ? <PasswordForm onChanged={onLifted} /> : <Enrolment onDone={onLifted} />}
      </Box>
      <Box marginTop="5">
        <Button look="plain" onClick={() => void leave()}>
          Sign out
        </Button>
      </Box>
    </Doorway>
  );
}
