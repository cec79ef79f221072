// Why an admission is taken back.
import { call } from '@/lib/api/client';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  name: string;
  passNo: string;
  list: string;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

export function UndoDialog({ name, passNo, list, readAgain, onClose }: Props) {
  const toaster = useToaster();
  const takeBack = async (reason: string) => {
    await call('post', '/api/check-in/undo', { body: { code: passNo, list, reason } });
    toaster.success(`${name} counts as not in.`);
    onClose();
    await readAgain();
  };
  return (
    <ReasonDialog
      name={`undo-${list}-${passNo}`}
      title={`Take back the admission of ${name}?`}
      text="The pass can be scanned again afterwards. Who did it and why is in the audit log."
      agree="Take back"
      isDangerous
      fallback="The admission could not be taken back. Please try again."
      onSend={takeBack}
      onClose={onClose}
    />
  );
}
