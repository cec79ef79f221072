// Takes back what was scanned for practice, before the list's day begins.
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { failureText } from '@/portal/kit/api/failure';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { AttendanceAnswer } from './useAttendance';

interface Props {
  attendance: AttendanceAnswer;
  readAgain: () => Promise<unknown>;
}

export function ClearPractice({ attendance, readAgain }: Props) {
  const { list, label, begins_at, admitted, without_right_total, as_of } = attendance;
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  // By the server's clock. From then on its admissions count, and it refuses to clear them.
  const hasBegun = begins_at ? Date.parse(begins_at) <= Date.parse(as_of) : false;
  if (hasBegun || admitted + without_right_total === 0) return null;

  const clear = async () => {
    const agreed = await confirm({
      title: admitted === 1 ? 'Clear 1 practice admission?' : `Clear ${count(admitted)} practice admissions?`,
      text: `Everybody on “${label}” counts as not in afterwards, and nobody has to be looked at. Devices forget the practice within seconds.`,
      agree: 'Clear practice',
      isDangerous: true,
    });
    if (!agreed) return;
    setBusy(true);
    try {
      let cleared = 0;
      for (let hasMore = true; hasMore;) {
        const answer = await call('post', '/api/check-in/clear', { body: { list } });
        cleared += answer?.cleared ?? 0;
        hasMore = answer?.more ?? false;
      }
      toaster.success(
        cleared === 1
          ? '1 practice admission is cleared.'
          : `${count(cleared)} practice admissions are cleared.`,
      );
    } catch (error) {
      toaster.error(failureText(error, 'The practice could not be cleared. Please try again.'), error);
    }
    await readAgain();
    setBusy(false);
  };

  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void clear()}>
      Clear practice
    </Button>
  );
}
