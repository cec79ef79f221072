// Another role, a new password, the end of an account; each says what follows.
import { Flex } from '@chakra-ui/react';
import { callForBody } from '@/portal/kit/api/data';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { CheckField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { chosenRole, type User } from './account';
import { EmailField, RoleField } from './fields';
import type { Given } from './GivenPassword';

interface Props {
  user: User;
  isOwn: boolean;
  onSaved: (given?: Given) => Promise<void>;
  /** Reads the accounts again. */
  onStale: () => Promise<unknown>;
  onClose: () => void;
}

const passwordLost =
  'it is not known whether the account was changed. The password that was made for it is lost: load the list again, and give a new one.';

const invitationLost =
  'it is not known whether the account was changed. If it was, the list has a new invitation, and its link is on its way. Saving again sends another link and voids that one.';

interface Choices {
  role: string;
  email: string;
  isDisabled: boolean;
  isReset: boolean;
  isInvited: boolean;
  isFactorReset: boolean;
}

export function ChangeDialog({ user, isOwn, onSaved, onStale, onClose }: Props) {
  const { username, version } = user;
  // What is not touched here follows the account, which others may change meanwhile.
  const [{ touched }, keep] = useKept<{ touched: Partial<Choices> }>(`account-${username}`, { touched: {} });
  const change = (choices: Partial<Choices>) => {
    keep({ touched: { ...touched, ...choices } });
  };
  const { role, email, isDisabled, isReset, isInvited, isFactorReset }: Choices = {
    role: user.role,
    email: user.email ?? '',
    isDisabled: user.disabled,
    isReset: false,
    isInvited: false,
    isFactorReset: false,
    ...touched,
  };
  const { isBusy, send, errorAt, failureBeside } = useSending();
  const toaster = useToaster();
  const isMoved = email.trim() !== (user.email ?? '');
  const ends = role !== user.role || isDisabled !== user.disabled || isReset || isInvited || isFactorReset;
  const save = async () => {
    const newRole = role === user.role ? undefined : chosenRole(role);
    const saved = await callForBody('put', '/api/admin/users/{username}', {
      // By its id, whatever the name is.
      path: { username: `~${user.id}` },
      body: {
        version,
        ...(newRole && { role: newRole }),
        ...(isMoved && { email: email.trim() }),
        ...(isDisabled !== user.disabled && { disabled: isDisabled }),
        ...(isReset && { reset: true }),
        ...(isInvited && { invite: true }),
        ...(isFactorReset && { reset_second_factor: true }),
      },
    });
    if (isInvited) toaster.success(`${username} is changed, and a link is on its way to ${email.trim()}.`);
    else if (!saved.password) toaster.success(`${username} is changed.`);
    await onSaved(saved.password ? { username, password: saved.password } : undefined);
  };
  return (
    <FormDialog
      title={`Change ${username}`}
      text={ends ? `Saving this signs ${username} out everywhere.` : undefined}
      agree="Save"
      isDangerous={ends}
      isBusy={isBusy}
      isDirty={ends || isMoved}
      failure={failureBeside('role', 'email')}
      onSend={() =>
        void send(
          () => orReadAgain(save, onStale),
          'The account could not be changed. Please try again.',
          isReset ? passwordLost : isInvited ? invitationLost : undefined,
        )
      }
      onClose={onClose}
    >
      <RoleField
        value={role}
        onChange={(chosen) => {
          change({ role: chosen });
        }}
        error={errorAt('role')}
      />
      {isOwn ? (
        <p>
          Your own address, password and second factor are under My account. Nobody can disable their own
          account.
        </p>
      ) : (
        <Flex direction="column" gap="4">
          <EmailField
            value={email}
            onChange={(typed) => {
              change({ email: typed });
            }}
            error={errorAt('email')}
          />
          <CheckField
            label="Give a new password"
            isChecked={isReset}
            onChange={(isChecked) => {
              change({ isReset: isChecked, isInvited: false });
            }}
          />
          {email.trim() !== '' && (
            <CheckField
              label="Mail a link by which they choose a new password"
              isChecked={isInvited}
              onChange={(isChecked) => {
                change({ isInvited: isChecked, isReset: false });
              }}
            />
          )}
          {user.second_factor && (
            <CheckField
              label="Turn off the second factor, for somebody who has lost it"
              isChecked={isFactorReset}
              onChange={(isChecked) => {
                change({ isFactorReset: isChecked });
              }}
            />
          )}
          <CheckField
            label="Disabled: nobody can sign in"
            isChecked={isDisabled}
            onChange={(isChecked) => {
              change({ isDisabled: isChecked });
            }}
          />
        </Flex>
      )}
    </FormDialog>
  );
}
