// How seats are assigned, and the button that makes a draft.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useKept } from '@/portal/kit/forms/useKept';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card } from '@/portal/kit/ui/elements';
import { CheckField, RadioField } from '@/portal/kit/ui/Field';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { Seating } from './seats';

interface Props {
  course: string;
  seating: Seating;
  put: (seating: Seating) => Promise<void>;
  reload: () => Promise<void>;
}

interface Options {
  order: string;
  spacing: string;
  isApart: boolean;
  isKept: boolean;
}

const orders = [
  { value: 'paid', label: 'Who paid first' },
  { value: 'name', label: 'By name' },
  { value: 'shuffled', label: 'Mixed' },
] as const;

const spacings = [
  { value: 'none', label: 'Every seat' },
  { value: 'alternate', label: 'Every other seat, like a chessboard' },
] as const;

/** The choice of this value; the first where there is none. */
const chosen = <Value extends string>(
  choices: readonly [{ value: Value }, ...{ value: Value }[]],
  value: string,
): Value => (choices.find((choice) => choice.value === value) ?? choices[0]).value;

export function Assigning({ course, seating, put, reload }: Props) {
  const { state, version, options, is_published } = seating;
  const [{ order, spacing, isApart, isKept }, keep] = useKept<Options>(`assigning-${course}`, () => ({
    order: options?.order ?? 'paid',
    spacing: options?.spacing ?? 'none',
    isApart: options?.siblings_apart ?? false,
    // Who has a seat knows it: another one is for who asks for it.
    isKept: true,
  }));
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();

  const assign = async () => {
    const replaces = {
      title: 'Assign the seats again?',
      text: 'Moves that were made by hand in this draft are lost.',
      agree: 'Assign again',
    };
    if (isBusy || (state === 'draft' && !(await confirm(replaces)))) return;
    setBusy(true);
    try {
      const body = {
        order: chosen(orders, order),
        spacing: chosen(spacings, spacing),
        siblings_apart: isApart,
        ...(is_published && { keep: isKept }),
        version,
      };
      const assigned = () => callForBody('post', '/api/seating/{course}', { path: { course }, body });
      await put(await orReadAgain(assigned, reload));
      toaster.success('The draft is made. Nobody but staff sees it.');
    } catch (failure) {
      toaster.error(failureText(failure, 'The seats could not be assigned', lookFirst), failure);
    }
    setBusy(false);
  };

  return (
    <Card aria-label="Assign seats">
      <Box asChild fontSize="l" marginBottom="4">
        <h2>Assign seats</h2>
      </Box>
      <Flex direction="column" gap="4">
        <RadioField
          label="Order"
          options={orders}
          value={order}
          onChange={(chosen) => {
            keep({ order: chosen });
          }}
        />
        <RadioField
          label="Spacing"
          options={spacings}
          value={spacing}
          onChange={(chosen) => {
            keep({ spacing: chosen });
          }}
        />
        <CheckField
          label="Keep siblings apart: those who share an e-mail address or a phone number"
          isChecked={isApart}
          onChange={(isChecked) => {
            keep({ isApart: isChecked });
          }}
        />
        {is_published && (
          <CheckField
            label="Keep the seats that are published, and assign only those who have none"
            isChecked={isKept}
            onChange={(isChecked) => {
              keep({ isKept: isChecked });
            }}
          />
        )}
        <div>
          <Button
            look={state === 'none' ? 'primary' : 'quiet'}
            disabled={isBusy}
            onClick={() => void assign()}
          >
            <BusyLabel busy={isBusy && 'Assigning...'}>
              {state === 'none' ? 'Assign seats' : 'Assign again as a draft'}
            </BusyLabel>
          </Button>
        </div>
      </Flex>
    </Card>
  );
}
