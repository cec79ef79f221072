// Whether a list counts who goes out: for administrators.
import { useState } from 'react';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { countsExits, type AttendanceAnswer } from './useAttendance';

interface Props {
  attendance: AttendanceAnswer;
  readAgain: () => Promise<unknown>;
}

export function CheckOutOption({ attendance, readAgain }: Props) {
  const { list, label } = attendance;
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  const isOn = countsExits(attendance);

  const set = async () => {
    const agreed = await confirm(
      isOn
        ? {
            title: `Stop counting who goes out of “${label}”?`,
            text: 'The doors let people in alone from then on. What was counted is kept, and is there again when you count again.',
            agree: 'Stop counting',
          }
        : {
            title: `Count who goes out of “${label}”?`,
            text: 'Within a minute each phone that has this list gets a switch “In / Out”, and this page shows how many are inside now. Everybody who goes out has to be scanned.',
            agree: 'Count who goes out',
          },
    );
    if (!agreed) return;
    setBusy(true);
    try {
      await callForBody('put', '/api/check-in/lists', { body: { list, check_out: !isOn } });
      toaster.success(
        isOn ? 'Who goes out is not counted any more.' : 'Who goes out is counted from now on.',
      );
    } catch (error) {
      toaster.error(failureText(error, 'This could not be set. Please try again.', lookFirst), error);
    }
    await readAgain();
    setBusy(false);
  };

  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void set()}>
      <span>{isOn ? 'Stop counting who goes out' : 'Count who goes out'}</span>
    </Button>
  );
}
