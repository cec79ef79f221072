// Why a scan that let somebody in is taken back. It names the scan, so it may be sent twice, and takes nothing else back.
import { callForBody } from '@/portal/kit/api/data';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useKept } from '@/portal/kit/forms/useKept';
import { dateTime } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';

/** A scan that let somebody in. */
export interface TakenScan {
  list: string;
  /** Of whom; the number of the pass where there is no name. */
  name: string;
  passNo: string;
  nonce: string;
  at: string;
  device: string;
}

interface Props {
  scan: TakenScan;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

function UndoDialog({ scan: { list, name, passNo, nonce, at, device }, readAgain, onClose }: Props) {
  const toaster = useToaster();
  const takeBack = async (reason: string) => {
    try {
      const { still_in } = await callForBody('post', '/api/check-in/undo', {
        body: { code: passNo, list, reason, undoes: nonce },
      });
      toaster.success(
        still_in
          ? `The scan at ${device} is taken back. ${name} is still in by ${still_in.device}.`
          : `The scan at ${device} is taken back.`,
      );
      onClose();
    } finally {
      // Perhaps it was done, although no answer came.
      await readAgain();
    }
  };
  return (
    <ReasonDialog
      name={`undo-${nonce}`}
      title={`Take back the scan of ${name}?`}
      text={`It was scanned ${dateTime(at)} at ${device}. The pass can be scanned again afterwards. Who did it and why is in the audit log.`}
      agree="Take back"
      isDangerous
      fallback="The scan could not be taken back. Please try again."
      onSend={takeBack}
      onClose={onClose}
    />
  );
}

const none: { scan: TakenScan | null } = { scan: null };

/** The dialog, where one is open, and what opens it. It stays although the scan is gone from the page behind it. */
export function useUndo(name: string, readAgain: () => Promise<unknown>) {
  const [{ scan }, change] = useKept(`undoing-${name}`, none);
  return {
    undo: (taken: TakenScan) => {
      change({ scan: taken });
    },
    dialog: scan && (
      <UndoDialog
        scan={scan}
        readAgain={readAgain}
        onClose={() => {
          change({ scan: null });
        }}
      />
    ),
  };
}
