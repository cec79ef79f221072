// Why a pass is withdrawn, or given back.
import { call } from '@/lib/api/client';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  orderId: string;
  name: string;
  /** What the pass is to be. */
  validity: 'valid' | 'withdrawn';
  reload: () => Promise<unknown>;
  onClose: () => void;
}

const words = {
  withdrawn: {
    title: (name: string) => `Withdraw the pass of ${name}?`,
    text: 'The pass will be refused at the entrance and can no longer be opened. The payment stays as it is.',
    agree: 'Withdraw pass',
    fallback: 'The pass could not be withdrawn. Please try again.',
  },
  valid: {
    title: (name: string) => `Give the pass back to ${name}?`,
    text: 'The pass opens and is accepted at the entrance again.',
    agree: 'Give pass back',
    fallback: 'The pass could not be given back. Please try again.',
  },
} as const;

export function ValidityDialog({ orderId, name, validity, reload, onClose }: Props) {
  const toaster = useToaster();
  const { title, text, agree, fallback } = words[validity];
  const change = async (reason: string) => {
    const answer = await call('post', '/api/payments/{order_id}/validity', {
      path: { order_id: orderId },
      body: { validity, reason },
    });
    toaster.success(`${answer?.message ?? agree}.`);
    onClose();
    await reload();
  };
  return (
    <ReasonDialog
      name={`${validity}-${orderId}`}
      title={title(name)}
      text={text}
      agree={agree}
      isDangerous={validity === 'withdrawn'}
      hint="Only visible in the portal."
      fallback={fallback}
      onSend={change}
      onClose={onClose}
    />
  );
}
