// Work for many that goes on without its page: what it is, how far it is and in which numbers, stopping and resuming it.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useRef, useState, type ReactElement } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { Badge, Button, Card, Notice, TextLink } from './elements';
import { count } from './format';
import { useToaster } from './Toaster';
import { usePressed } from './usePressed';

export interface JobBadge {
  label: string;
  colour: 'green' | 'red' | 'yellow' | 'grey';
}

interface JobCardProps {
  heading: string;
  badge: JobBadge;
  /** Whose it is, since when, and for whom. */
  about: string;
  reason?: string | undefined;
  progress: ReactElement;
  waiting?: string | null | undefined;
  error?: string | null | undefined;
  counts: readonly (readonly [label: string, number: number])[];
  /** What can be done to it, and is said where that fails; nothing where it is over, or for others to do. */
  stop?: JobAct | false;
  resume?: JobAct | false;
  /** Why nobody here may resume it. */
  note?: string | false;
}

interface JobAct {
  act: () => Promise<unknown>;
  failure: string;
}

export function JobCard(props: JobCardProps & { readAgain: () => Promise<void> }) {
  const { heading, badge, about, reason, progress, waiting, error, counts, stop, resume, note, readAgain } =
    props;
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const press = usePressed(isBusy, title);
  const during = async ({ act, failure }: JobAct, button: HTMLButtonElement) => {
    press(button);
    setBusy(true);
    try {
      await act();
    } catch (problem) {
      toaster.error(failureText(problem, failure, lookFirst), problem);
    }
    await readAgain();
    setBusy(false);
  };
  return (
    <Card aria-label="How far it is">
      <Flex justify="space-between" gap="3" wrap="wrap" align="center">
        <Box asChild fontSize="l" overflowWrap="anywhere">
          <h2 ref={title} tabIndex={-1}>
            {heading}
          </h2>
        </Box>
        <Badge colour={badge.colour}>{badge.label}</Badge>
      </Flex>
      <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
        {about}
      </Box>
      {reason && (
        <Box marginTop="2" overflowWrap="anywhere">
          {reason}
        </Box>
      )}
      {progress}
      {waiting && (
        <Notice tone="warning" marginTop="3">
          {waiting}
        </Notice>
      )}
      {error && (
        <Notice tone="error" marginTop="3">
          {error}
        </Notice>
      )}
      <Counts counts={counts} />
      {stop && (
        <Button
          look="quiet"
          marginTop="4"
          disabled={isBusy}
          onClick={({ currentTarget }) => void during(stop, currentTarget)}
        >
          <BusyLabel busy={isBusy && 'Stopping...'}>Stop</BusyLabel>
        </Button>
      )}
      {note && (
        <Box asChild marginTop="4">
          <p>{note}</p>
        </Box>
      )}
      {resume && (
        <Button
          marginTop="4"
          disabled={isBusy}
          onClick={({ currentTarget }) => void during(resume, currentTarget)}
        >
          <BusyLabel busy={isBusy && 'Resuming...'}>Resume</BusyLabel>
        </Button>
      )}
    </Card>
  );
}

function Counts({ counts }: Pick<JobCardProps, 'counts'>) {
  const columns = `repeat(${String(counts.length)}, minmax(0, 1fr))`;
  return (
    <Grid
      asChild
      gap="3"
      marginTop="4"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: columns }}
    >
      <dl>
        {counts.map(([label, number]) => (
          <div key={label}>
            <Box asChild fontSize="s" color="ink-soft">
              <dt>{label}</dt>
            </Box>
            <Box asChild fontWeight="600" margin="0">
              <dd>{count(number)}</dd>
            </Box>
          </div>
        ))}
      </dl>
    </Grid>
  );
}

interface JobEntryProps {
  to: string;
  heading: string;
  badge: JobBadge;
  about: string;
  /** While it is not done. */
  progress: ReactElement | false;
  /** What came of it, once it is. */
  outcome: string | false;
}

/** One of a list of them. */
export function JobEntry({ to, heading, badge, about, progress, outcome }: JobEntryProps) {
  return (
    <Card asChild>
      <li>
        <Flex justify="space-between" gap="3" wrap="wrap" align="center">
          <Box asChild fontSize="m" fontWeight="600" overflowWrap="anywhere">
            <h2>
              <TextLink isAlone to={to}>
                {heading}
              </TextLink>
            </h2>
          </Box>
          <Badge colour={badge.colour}>{badge.label}</Badge>
        </Flex>
        <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
          {about}
        </Box>
        {progress}
        {outcome && (
          <Box asChild marginTop="2">
            <p>{outcome}</p>
          </Box>
        )}
      </li>
    </Card>
  );
}
