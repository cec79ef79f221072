// One export: whose it is, how far it is, and its file.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { call } from '@/lib/api/client';
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { listLabel } from '@/portal/kit/resources/audience';
import { useNames, type Names } from '@/portal/kit/resources/useNames';
import { Badge, Button, Card, Notice } from '@/portal/kit/ui/elements';
import { count, counted, date, dateTime } from '@/portal/kit/ui/format';
import type { JobBadge } from '@/portal/kit/ui/JobCard';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import { paymentModeLabel, statusLabel } from '@/portal/kit/ui/status';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { usePressed } from '@/portal/kit/ui/usePressed';
import { filtersFor, formats, kinds, labelFor, labelOf } from './request';

type Export = AnswerOf<'/api/exports'>['exports'][number];

interface Props {
  one: Export;
  /** When the list was shown, by which a file is there or gone. */
  now: number;
  readAgain: () => Promise<void>;
}

const states: Readonly<Record<string, JobBadge>> = {
  running: { label: 'In progress', colour: 'yellow' },
  done: { label: 'Ready', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  cancelled: { label: 'Cancelled', colour: 'grey' },
};
const deleted = { label: 'Deleted', colour: 'grey' } as const;

export function ExportEntry({ one, now, readAgain }: Props) {
  const { export_id, kind, format, state, created_at, created_by, available_until, rows, error } = one;
  const { course_category: course, package: bought, list } = one.filters;
  const names = useNames({
    exams: Boolean(course) || list?.startsWith('exam:') === true,
    packages: Boolean(bought),
  });
  const toaster = useToaster();
  const [busy, setBusy] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const press = usePressed(busy !== undefined, heading);
  const isGone = !!available_until && new Date(available_until).getTime() <= now;
  const { label, colour } = isGone ? deleted : (states[state] ?? { label: state, colour: 'grey' as const });
  const what = labelOf(kinds, kind);

  const during = async (word: string, failure: string, act: () => Promise<void>) => {
    setBusy(word);
    try {
      await act();
    } catch (problem) {
      toaster.error(failureText(problem, failure), problem);
      await readAgain();
    }
    setBusy(undefined);
  };
  const download = () =>
    during('Preparing...', 'The file could not be fetched', async () => {
      // Its address lives for ten minutes, so each download gets a new one.
      const { url } = await callForBody('get', '/api/exports/{id}', { path: { id: export_id } });
      if (!url) {
        await readAgain();
        return;
      }
      const link = document.createElement('a');
      link.href = url;
      link.click();
    });
  const cancel = () =>
    during('Cancelling...', 'The export could not be cancelled', async () => {
      await call('delete', '/api/exports/{id}', { path: { id: export_id } });
      await readAgain();
    });

  return (
    <Card asChild>
      <li>
        <Flex justify="space-between" gap="3" wrap="wrap" align="center">
          <Box asChild fontSize="m" fontWeight="600">
            <h3 ref={heading} tabIndex={-1}>
              {`${what}, ${labelOf(formats, format)}`}
            </h3>
          </Box>
          <Badge colour={colour}>{label}</Badge>
        </Flex>
        <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
          {`${created_by}, ${dateTime(created_at)}${filtersInWords(one, names)}`}
        </Box>
        {state === 'running' && (
          <ProgressBar
            words={one.total === 0 ? 'Starting...' : `${count(one.done)} of ${count(one.total)}`}
            done={one.done}
            total={one.total}
          />
        )}
        {state === 'done' && (
          <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginTop="2">
            <p>
              {`${counted(rows, 'row')}. ${
                isGone
                  ? 'The file was deleted a day after it was made. Export it again if you need it.'
                  : `Can be downloaded until ${dateTime(available_until ?? '')}.`
              }`}
            </p>
            {!isGone && (
              <Button
                look="quiet"
                size="small"
                disabled={!!busy}
                onClick={({ currentTarget }) => {
                  press(currentTarget);
                  void download();
                }}
                aria-label={`Download ${what}`}
              >
                <BusyLabel busy={busy ?? false}>Download</BusyLabel>
              </Button>
            )}
          </Flex>
        )}
        {error && (
          <Notice tone="error" marginTop="3">
            {error}
          </Notice>
        )}
        {state === 'running' && (
          <Button
            look="quiet"
            marginTop="3"
            disabled={!!busy}
            onClick={({ currentTarget }) => {
              press(currentTarget);
              void cancel();
            }}
            aria-label={`Cancel the export of ${what}`}
          >
            <BusyLabel busy={busy ?? false}>Cancel</BusyLabel>
          </Button>
        )}
      </li>
    </Card>
  );
}

/** What was left out; what was typed of a person is not kept. */
function filtersInWords({ kind, filters }: Export, names: Names): string {
  const words = filtersFor(kind).flatMap((name) => {
    const value = filters[name];
    if (!value) return [];
    if (name === 'status') return [statusLabel(value)];
    if (name === 'payment_mode') return [paymentModeLabel(value)];
    const label = labelFor(name, kind);
    if (name === 'list') return [`${label}: ${listLabel(value, names)}`];
    if (name === 'package') return [`${label}: ${names.package(value)}`];
    if (name === 'course_category') return [`${label}: ${names.exam(value)}`];
    if (name === 'from' || name === 'to') return [`${label}: ${date(value)}`];
    return [`${label}: ${value}`];
  });
  if (filters.picked) words.push(`${count(filters.picked)} picked`);
  return words.length > 0 ? ` · ${words.join(', ')}` : '';
}
