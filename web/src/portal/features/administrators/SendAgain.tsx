// Another invitation in place of the one that waits, or that is over.
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { Button } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { User } from './account';

interface Props {
  user: User;
  /** Reads the accounts again. */
  onSent: () => Promise<unknown>;
}

/** The version is read again as well: another press is another invitation. */
const lost =
  'it is not known whether the invitation was sent again. If it was, the list gives it a later end. Sending it once more voids the link that may be on its way.';

export function SendAgain({ user: { id, username, email, version }, onSent }: Props) {
  const [isBusy, setBusy] = useState(false);
  const toaster = useToaster();
  const send = async () => {
    setBusy(true);
    try {
      await callForBody('put', '/api/admin/users/{username}', {
        // By its id, whatever the name is.
        path: { username: `~${id}` },
        body: { version, invite: true },
      });
      toaster.success(
        `A new link is on its way to ${email ?? username}. The one before opens nothing any more.`,
      );
    } catch (error) {
      toaster.error(failureText(error, 'The invitation could not be sent again.', lost), error);
    }
    await onSent();
    setBusy(false);
  };
  return (
    <Button
      look="quiet"
      size="small"
      disabled={isBusy}
      aria-label={`Send ${username} the invitation again`}
      onClick={() => void send()}
    >
      <BusyLabel busy={isBusy && 'Sending...'}>Send again</BusyLabel>
    </Button>
  );
}
