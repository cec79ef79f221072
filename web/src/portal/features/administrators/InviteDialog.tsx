// A new account. What was typed stays when it is refused.
import { callForBody } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { CheckField, TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { chosenRole } from './account';
import { EmailField, RoleField } from './fields';
import type { Given } from './GivenPassword';

interface Props {
  onSaved: (given?: Given) => Promise<void>;
  onClose: () => void;
}

const passwordLost =
  'it is not known whether the account was made. Press the button again. If the name is taken then, the account is there: give it a new password under Change.';

const invitationLost =
  'it is not known whether the account was made. Press the button again. If the name is taken then, the account is there, and the invitation is on its way.';

export function InviteDialog({ onSaved, onClose }: Props) {
  const [{ username, role, email, isByMail }, change] = useKept('invitation', {
    username: '',
    role: '',
    email: '',
    isByMail: true,
  });
  const address = email.trim();
  const isMailed = isByMail && address !== '';
  const toaster = useToaster();
  const { isBusy, refuse, send, errorAt, failureBeside } = useSending();
  const invite = () => {
    const given = chosenRole(role);
    if (!username.trim()) {
      refuse('Please enter a username', 'username');
      return;
    }
    if (!given) {
      refuse('Please choose a role', 'role');
      return;
    }
    const body = {
      username: username.trim(),
      role: given,
      ...(address && { email: address }),
      ...(isMailed && { invite: true }),
    };
    void send(
      async () => {
        const made = await callForBody('post', '/api/admin/users', { body });
        if (!made.password) toaster.success(`An invitation is on its way to ${address}.`);
        await onSaved(made.password ? { username: made.username, password: made.password } : undefined);
      },
      'The account could not be made. Please try again.',
      isMailed ? invitationLost : passwordLost,
    );
  };
  return (
    <FormDialog
      title="Invite somebody"
      text={
        isMailed
          ? 'They get a mail with a link, and choose their password there. It is good once, for 72 hours.'
          : 'They get a password from you and choose their own at the first sign-in.'
      }
      agree="Invite"
      isBusy={isBusy}
      isDirty={[username, role, email].some((typed) => typed !== '')}
      failure={failureBeside('username', 'role', 'email')}
      onSend={invite}
      onClose={onClose}
    >
      <TextField
        label="Username"
        hint="What they sign in with: letters, digits and . - _ @ between them."
        isRequired
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        value={username}
        onChange={(typed) => {
          change({ username: typed });
        }}
        error={errorAt('username')}
      />
      <RoleField
        value={role}
        onChange={(chosen) => {
          change({ role: chosen });
        }}
        error={errorAt('role')}
        placeholder="-- Select Role --"
      />
      <EmailField
        value={email}
        onChange={(typed) => {
          change({ email: typed });
        }}
        error={errorAt('email')}
      />
      <CheckField
        label="Send an invitation by e-mail"
        isChecked={isMailed}
        isDisabled={address === ''}
        onChange={(isChecked) => {
          change({ isByMail: isChecked });
        }}
      />
    </FormDialog>
  );
}
