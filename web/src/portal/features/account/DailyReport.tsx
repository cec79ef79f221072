// Whether the day's figures are mailed to the person each evening.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { CheckField } from '@/portal/kit/ui/Field';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  account: AnswerOf<'/api/admin/account'>;
  readAgain: () => Promise<unknown>;
}

export function DailyReport({ account: { email, daily_report }, readAgain }: Props) {
  const [wanted, want] = useState<boolean>();
  const isOn = wanted ?? daily_report ?? false;
  const [isBusy, setBusy] = useState(false);
  const toaster = useToaster();
  const change = async (on: boolean) => {
    setBusy(true);
    want(on);
    try {
      await callForBody('put', '/api/admin/daily-report', { body: { on } });
      toaster.success(on ? 'You get the daily report from now on.' : 'You get no daily report any more.');
    } catch (error) {
      toaster.error(failureText(error, 'This could not be saved. Please try again.', lookFirst), error);
    }
    await readAgain();
    want(undefined);
    setBusy(false);
  };
  return (
    <Flex direction="column" gap="3" align="flex-start" overflowWrap="anywhere">
      <p>
        {email === undefined
          ? 'It needs an address: add one below.'
          : `Each evening at nine we mail to ${email} how many registered, what was paid and refunded, by mode and in all, and what needs attention. It names no candidate.`}
      </p>
      <CheckField
        label="Mail me the daily report"
        isChecked={isOn && email !== undefined}
        isDisabled={isBusy || email === undefined}
        onChange={(on) => void change(on)}
      />
    </Flex>
  );
}
