// Counting a till: what was in it before, what is in it now, and what is too much or missing.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { texts } from '@/content/texts';
import { ApiError, call, referenceOf } from '@/lib/api/client';
import { useProblem } from '@/lib/useProblem';
import { failureText } from '@/portal/kit/api/failure';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { rupees } from '@/lib/format';
import { useKept } from '@/portal/kit/forms/useKept';
import { Button, Card } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { focusFirstInvalid } from '@/portal/kit/ui/focusFirstInvalid';
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
/** Without the modes in which nothing is typed. */
const rupeesByMode = (typed: Typed): Partial<Record<TillMode, number>> =>
  Object.fromEntries(
    tillModes
      .filter((mode) => parseRupees(typed[mode]) !== undefined)
      .map((mode) => [mode, paise(typed[mode]) / 100]),
  );
const nothing: Typed = { cash: '', card: '', upi: '' };

interface Problem {
  text: string;
  reference: string | undefined;
  /** Money moved in a mode that was not counted. */
  isUncounted: boolean;
}

export function CloseTill({ name, day, till, readAgain }: Props) {
  const last = till.closings.at(-1);
  const lineOf = (mode: TillMode) => till.modes.find((line) => line.mode === mode);
  const opened = (mode: TillMode) => String(lineOf(mode)?.opening ?? 0);
  const [opening, setOpening] = useKept<Typed>(`${name}-opening`, {
    cash: opened('cash'),
    card: opened('card'),
    upi: opened('upi'),
  });
  const [counted, setCounted] = useKept<Typed>(`${name}-counted`, nothing);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<Problem>();
  const toaster = useToaster();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isBusy) focusFirstInvalid(form.current);
  }, [isBusy]);

  // What nobody has counted is not sent as 0: money that came in meanwhile would be closed as missing, and so the server asks.
  const mustCount = (mode: TillMode) =>
    mode === 'cash' || lineOf(mode)?.entries !== 0 || paise(opening[mode]) > 0;
  const isMissed = (mode: TillMode) => mustCount(mode) && parseRupees(counted[mode]) === undefined;
  const isAtField = problem?.isUncounted === true && tillModes.some(isMissed);
  const expected = (mode: TillMode) => {
    const line = lineOf(mode);
    return (paise(opening[mode]) + Math.round(((line?.paid ?? 0) - (line?.paid_back ?? 0)) * 100)) / 100;
  };
  const foundHere = (mode: TillMode) =>
    parseRupees(counted[mode]) === undefined
      ? { missing: 0, surplus: 0, isCounted: false }
      : foundIn([(paise(counted[mode]) - expected(mode) * 100) / 100]);
  const openingError = (mode: TillMode) => findAmountError(opening[mode], 'Enter 0 if there was nothing.');
  const countedError = (mode: TillMode) =>
    findAmountError(
      counted[mode],
      !mustCount(mode)
        ? ''
        : isAtField
          ? 'Money moved here meanwhile. Enter what was counted.'
          : 'Enter what was counted.',
    ) || undefined;

  const close = async () => {
    setChecked(true);
    if (isBusy || tillModes.some((mode) => openingError(mode) ?? countedError(mode))) return;
    clear();
    setBusy(true);
    let uncounted: Problem | undefined;
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
      const why = {
        text: failureText(error, 'The till could not be closed'),
        reference: referenceOf(error),
        isUncounted: error instanceof ApiError && error.details.field === 'counted',
      };
      if (why.isUncounted) uncounted = why;
      else fail(why);
    }
    // Also after a failure: perhaps it was closed on another device, or more has come in.
    await readAgain().catch(() => undefined);
    // Which field it is about is known by now.
    if (uncounted) fail(uncounted);
    setBusy(false);
  };

  return (
    <form
      ref={form}
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
          {problem && !isAtField && (
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
                  error={isChecked ? openingError(mode) : undefined}
                  onChange={(text) => {
                    setOpening({ [mode]: text });
                  }}
                />
                <TextField
                  label={`${label}, counted`}
                  isRequired={mustCount(mode)}
                  hint={mustCount(mode) ? undefined : 'May stay empty: no money moved.'}
                  inputMode="decimal"
                  autoComplete="off"
                  value={counted[mode]}
                  error={isChecked ? countedError(mode) : undefined}
                  onChange={(text) => {
                    if (isAtField) clear();
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
