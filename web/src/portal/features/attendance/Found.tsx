// A card of people who have to be looked at, twenty at a time.
import { Box, Flex } from '@chakra-ui/react';
import type { Elements } from '@/lib/elements';
import type { TakenScan } from '@/portal/kit/checkIn/UndoDialog';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, ButtonLink, Card } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import type { AttendanceAnswer } from './useAttendance';

/** As many as the server sends at once. */
const onAPage = 20;

interface CardProps {
  id: string;
  title: string;
  total: number;
  /** What they are, and what to do about them. */
  text: string;
  page: number;
  onPage: (page: number) => void;
  children: Elements;
}

export function FoundCard({ id, title, total, text, page, onPage, children }: CardProps) {
  const pages = Math.ceil(total / onAPage);
  // The last ones are shown for a page that has gone.
  const shown = Math.min(page, pages);
  const first = (shown - 1) * onAPage + 1;
  return (
    <Card aria-labelledby={id}>
      <Box asChild fontSize="l">
        <h2 id={id}>{`${title} (${count(total)})`}</h2>
      </Box>
      <Box asChild color="ink-soft" marginTop="1" marginBottom="3">
        <p>{text}</p>
      </Box>
      <Flex asChild direction="column" gap="3">
        <ul>{children}</ul>
      </Flex>
      {pages > 1 && (
        <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginTop="4">
          <Box asChild fontSize="s" color="ink-soft">
            <p role="status">
              {`Showing ${count(first)} to ${count(Math.min(first + onAPage - 1, total))} of ${count(total)}`}
            </p>
          </Box>
          <Flex wrap="wrap" gap="2">
            <Button
              look="quiet"
              size="small"
              disabled={shown <= 1}
              aria-label={`${title}: earlier`}
              onClick={() => {
                onPage(shown - 1);
              }}
            >
              Previous
            </Button>
            <Button
              look="quiet"
              size="small"
              disabled={shown >= pages}
              aria-label={`${title}: later`}
              onClick={() => {
                onPage(shown + 1);
              }}
            >
              Next
            </Button>
          </Flex>
        </Flex>
      )}
    </Card>
  );
}

export type Candidate = AttendanceAnswer['doubles'][number]['candidate'];
export type LetInBy = AttendanceAnswer['doubles'][number]['first'];

interface RowProps {
  candidate: Candidate;
  /** Beside the link to the candidate. */
  actions?: Elements;
  children: Elements;
}

export function FoundRow({ candidate: { customer_id, name, pass_no }, actions, children }: RowProps) {
  return (
    <Box asChild paddingTop="3" borderTop="1px solid" borderColor="line">
      <li>
        <Flex justify="space-between" gap="3" wrap="wrap" align="center">
          <Box minWidth="0" overflowWrap="anywhere">
            <strong translate="no">{name}</strong>
            <span translate="no">{`${name && ', '}${pass_no}`}</span>
            {children}
          </Box>
          <Flex gap="2" wrap="wrap">
            {name && (
              <ButtonLink
                look="quiet"
                size="small"
                to={portalPaths.customer(customer_id)}
                aria-label={`See candidate ${name}`}
              >
                See candidate
              </ButtonLink>
            )}
            {actions}
          </Flex>
        </Flex>
      </li>
    </Box>
  );
}

interface ScanProps {
  list: string;
  candidate: Candidate;
  scan: LetInBy;
  /** Before where and when it was. */
  words?: string;
  /** Left out for those who may not. */
  undo: ((taken: TakenScan) => void) | undefined;
}

/** Where somebody was let in, with its undo. */
export function ScanLine({ list, candidate, scan, words, undo }: ScanProps) {
  const { at, by, device } = scan;
  const { pass_no: passNo } = candidate;
  const name = candidate.name || passNo;
  return (
    <Flex gap="2" wrap="wrap" align="center" fontSize="s" color="ink-soft">
      <span>{`${words ?? ''}${dateTime(at)} at ${device} (${by})`}</span>
      {undo && (
        <Button
          look="plain"
          aria-label={`Undo the scan of ${name} at ${device}`}
          onClick={() => {
            undo({ ...scan, list, name, passNo });
          }}
        >
          Undo
        </Button>
      )}
    </Flex>
  );
}
