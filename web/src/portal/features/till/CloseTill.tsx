// Counting a till: what was in it before, what is in it now, and what is too much or missing.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { texts } from '@/content/texts';
import { call, referenceOf } from '@/lib/api/client';
import { useProblem } from '@/lib/useProblem';
import { failureText } from '@/portal/kit/api/failure';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { rupees } from '@/lib/format';
import { useKept } from '@/portal/kit/forms/useKept';
import { Button, Card } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { Difference, foundIn } from './Difference';
import { tillModes, type Till, type TillMode } from './till';

type Typed = Readonly<Record<TillMode, string>>;

interface Props {
  /** By which what was counted is kept when the session ends. */
  name: string;
  day: string;
  till: Till;
  readAgain: () => Promise<unknown>;
}

const paise = (text: string) => Math.round((parseRupees(text) ?? 0) * 100);
const rupeesByMode = (typed: Typed) => ({
  cash: paise(typed.cash) / 100,
  card: paise(typed.card) / 100,
  upi: paise(typed.upi) / 100,
});

export function CloseTill({ name, day, till, readAgain }: Props) {
  const last = till.closings.at(-1);
  const lineOf = (mode: TillMode) => till.modes.find((line) => line.mode === mode);
  // A mode without money has nothing to count; it can be changed.
  const empty = (mode: TillMode) => (lineOf(mode)?.entries === 0 && mode !== 'cash' ? '0' : '');
  const opened = (mode: TillMode) => String(lineOf(mode)?.opening ?? 0);
  const [opening, setOpening] = useKept<Typed>(`${name}-opening`, {
    cash: opened('cash'),
    card: opened('card'),
    upi: opened('upi'),
  });
  const [counted, setCounted] = useKept<Typed>(`${name}-counted`, {
    cash: empty('cash'),
    card: empty('card'),
    upi: empty('upi'),
  });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail } = useProblem<{ text: string; reference: string | undefined }>();
  const toaster = useToaster();

  const expected = (mode: TillMode) => {
    const line = lineOf(mode);
    return (paise(opening[mode]) + Math.round(((line?.paid ?? 0) - (line?.paid_back ?? 0)) * 100)) / 100;
  };
  const foundHere = (mode: TillMode) =>
    parseRupees(counted[mode]) === undefined
      ? { missing: 0, surplus: 0, isCounted: false }
      : foundIn([(paise(counted[mode]) - expected(mode) * 100) / 100]);
  const errorOf = (typed: string, missing: string) =>
    isChecked ? findAmountError(typed, missing) : undefined;

  const close = async () => {
    setChecked(true);
    const all = tillModes.flatMap((mode) => [opening[mode], counted[mode]]);
    if (isBusy || all.some((typed) => findAmountError(typed, 'missing'))) return;
    setBusy(true);
    try {
      await call('post', '/api/till/close', {
        body: {
          day,
          clerk: till.clerk,
          opening: rupeesByMode(opening),
          counted: rupeesByMode(counted),
          ...(last && { corrects: last.number }),
        },
      });
      toaster.success('Till closed');
    } catch (error) {
      fail({ text: failureText(error, 'The till could not be closed'), reference: referenceOf(error) });
    }
    // Also after a failure: perhaps it was closed on another device.
    await readAgain().catch(() => undefined);
    setBusy(false);
  };

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault();
        void close();
      }}
    >
      <Card maxWidth="48rem" aria-label="Close the till">
        <Flex direction="column" gap="4">
          <Box asChild fontSize="l">
            <h2>{last ? 'Count again' : 'Close the till'}</h2>
          </Box>
          {problem && (
            <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
              {problem.text}
            </ErrorBanner>
          )}
          {tillModes.map((mode) => {
            const label = paymentModeLabel(mode);
            return (
              <Grid
                key={mode}
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
                gap="4"
                alignItems="start"
              >
                <TextField
                  label={`${label}, opening`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={opening[mode]}
                  error={errorOf(opening[mode], 'Enter 0 if there was nothing.')}
                  onChange={(text) => {
                    setOpening({ [mode]: text });
                  }}
                />
                <TextField
                  label={`${label}, counted`}
                  isRequired
                  inputMode="decimal"
                  autoComplete="off"
                  value={counted[mode]}
                  error={errorOf(counted[mode], 'Enter what was counted.')}
                  onChange={(text) => {
                    setCounted({ [mode]: text });
                  }}
                />
                <Box fontSize="s">
                  <p>{`Expected: ${rupees(expected(mode))}`}</p>
                  <p aria-live="polite">
                    <span>Difference: </span>
                    <Difference of={foundHere(mode)} />
                  </p>
                </Box>
              </Grid>
            );
          })}
          <Box>
            <Button type="submit" disabled={isBusy}>
              <BusyLabel busy={isBusy && texts.processing}>
                {last ? 'Record the correction' : 'Close till'}
              </BusyLabel>
            </Button>
          </Box>
        </Flex>
      </Card>
    </form>
  );
}
