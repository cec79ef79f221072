// Somebody has looked at what was found at a door: it is ticked off, with a reason.
import { useToken } from '@/lib/session';
import { callForBody } from '@/portal/kit/api/data';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useKept } from '@/portal/kit/forms/useKept';
import { usernameIn } from '@/portal/kit/session/username';
import { Button } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { Candidate } from './Found';

/** What it is, by the field in which the server is told of it. */
type Kind = 'double' | 'without_right';

const texts: Record<Kind, string> = {
  double: 'Nobody has to look at it any more, and both scans stay.',
  without_right: 'Nobody has to look at it any more. The scan stays on record, and is not counted.',
};
const hints: Record<Kind, string> = {
  double: 'For example: the same person came back',
  without_right: 'For example: paid at the counter',
};

interface Found {
  /** By which it is ticked off. */
  id: string;
  name: string;
}

const nothing: Found = { id: '', name: '' };

/** The dialog, where one is open, and what opens it. */
export function useTickOff(list: string, kind: Kind, readAgain: () => Promise<unknown>) {
  const [found, tick] = useKept(`dealing-with-${list}-${kind}`, nothing);
  return {
    tick: (id: string, { name, pass_no }: Candidate) => {
      tick({ id, name: name || pass_no });
    },
    dialog: found.id !== '' && (
      <TickOffDialog
        list={list}
        kind={kind}
        {...found}
        readAgain={readAgain}
        onClose={() => {
          tick(nothing);
        }}
      />
    ),
  };
}

interface ButtonProps {
  candidate: Candidate;
  onClick: () => void;
}

export function TickOffButton({ candidate: { name, pass_no }, onClick }: ButtonProps) {
  return (
    <Button look="quiet" size="small" aria-label={`Tick off ${name || pass_no}`} onClick={onClick}>
      Tick off
    </Button>
  );
}

interface DialogProps extends Found {
  list: string;
  kind: Kind;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

function TickOffDialog({ list, kind, id, name, readAgain, onClose }: DialogProps) {
  const toaster = useToaster();
  const me = usernameIn(useToken() ?? '');
  const tickOff = async (reason: string) => {
    try {
      const { by } = await callForBody('post', '/api/check-in/deal-with', {
        body: { list, reason, ...(kind === 'double' ? { double: id } : { without_right: id }) },
      });
      toaster.success(by === me ? `${name} is ticked off.` : `${by} has ticked ${name} off already.`);
      onClose();
    } finally {
      await readAgain();
    }
  };
  return (
    <ReasonDialog
      name={`tick-off-${id}`}
      title={`Tick off ${name}?`}
      text={`${texts[kind]} Who did it and why is in the audit log.`}
      agree="Tick off"
      hint={hints[kind]}
      fallback="It could not be ticked off. Please try again."
      onSend={tickOff}
      onClose={onClose}
    />
  );
}
