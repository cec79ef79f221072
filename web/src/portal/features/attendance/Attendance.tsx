// The figures of one list, and where they come from.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { Doubles } from './Doubles';
import type { AttendanceAnswer, Pages } from './useAttendance';
import { WithoutRight } from './WithoutRight';

type Hour = AttendanceAnswer['by_hour'][number];
type Device = AttendanceAnswer['by_device'][number];

interface Props {
  attendance: AttendanceAnswer;
  pages: Pages;
  onPages: (pages: Pages) => void;
  readAgain: () => Promise<unknown>;
}

const devices: readonly Column<Device>[] = [
  { header: 'Device', cell: ({ device }) => device, isTitle: true },
  { header: 'Clerk', cell: ({ by }) => by },
  { header: 'Admitted', cell: ({ admitted }) => count(admitted), align: 'end' },
];

export function Attendance({ attendance, pages, onPages, readAgain }: Props) {
  const { label, expected, admitted, inside, by_hour, by_device } = attendance;
  const share = expected > 0 ? Math.round((100 * admitted) / expected) : 0;
  return (
    <Flex direction="column" gap="5">
      <Card aria-label={label}>
        <Flex align="baseline" gap="3" wrap="wrap" fontVariantNumeric="tabular-nums">
          <Box asChild fontSize="2xl" fontWeight="740" lineHeight="1">
            <p>{count(admitted)}</p>
          </Box>
          <p>
            {admitted <= expected
              ? `of ${count(expected)} ${typeof inside === 'number' ? 'came in' : 'are in'} (${String(share)}%)`
              : // Passes withdrawn since, or the deletion after the event.
                `came in; ${count(expected)} of the passes are still valid`}
          </p>
        </Flex>
        {typeof inside === 'number' && (
          <Flex align="baseline" gap="3" wrap="wrap" marginTop="3" fontVariantNumeric="tabular-nums">
            <Box asChild fontSize="2xl" fontWeight="740" lineHeight="1">
              <p>{count(inside)}</p>
            </Box>
            <p>{`inside now, ${count(admitted - inside)} ${admitted - inside === 1 ? 'has' : 'have'} gone out`}</p>
          </Flex>
        )}
        <Box
          asChild
          width="full"
          height="0.75rem"
          marginTop="3"
          css={{
            '& [data-part=all]': { fill: 'var(--line)' },
            '& [data-part=in]': { fill: 'var(--primary)' },
          }}
        >
          <svg aria-hidden="true" preserveAspectRatio="none">
            <rect data-part="all" width="100%" height="100%" rx="3" />
            <rect data-part="in" width={`${String(Math.min(100, share))}%`} height="100%" rx="3" />
          </svg>
        </Box>
      </Card>
      <Doubles
        attendance={attendance}
        page={pages.doubles}
        onPage={(doubles) => {
          onPages({ ...pages, doubles });
        }}
        readAgain={readAgain}
      />
      <WithoutRight
        attendance={attendance}
        page={pages.withoutRight}
        onPage={(withoutRight) => {
          onPages({ ...pages, withoutRight });
        }}
        readAgain={readAgain}
      />
      <Grid
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        gap="5"
        alignItems="start"
      >
        <Card aria-labelledby="by-hour">
          <Title id="by-hour">By hour</Title>
          <Hours hours={by_hour} />
        </Card>
        <Card aria-labelledby="by-device">
          <Title id="by-device">By device and clerk</Title>
          {by_device.length === 0 ? (
            <p>Nobody has been scanned yet.</p>
          ) : (
            <DataTable
              label="Devices"
              rows={by_device}
              columns={devices}
              keyOf={({ device, by }) => `${device} ${by}`}
            />
          )}
        </Card>
      </Grid>
    </Flex>
  );
}

function Title({ id, children }: { id: string; children: string }) {
  return (
    <Box asChild fontSize="l" marginBottom="3">
      <h2 id={id}>{children}</h2>
    </Box>
  );
}

const dayAndHour = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  hour: 'numeric',
  hour12: true,
});

function Hours({ hours }: { hours: readonly Hour[] }) {
  if (hours.length === 0) return <p>Nobody has been scanned yet.</p>;
  const most = Math.max(1, ...hours.map(({ admitted }) => admitted));
  return (
    <Grid
      asChild
      gridTemplateColumns="max-content minmax(0, 1fr) max-content"
      columnGap="3"
      rowGap="2"
      fontSize="s"
      fontVariantNumeric="tabular-nums"
    >
      <ul>
        {hours.map(({ hour, admitted }) => (
          <Box asChild key={hour} display="contents">
            <li>
              <span>{dayAndHour.format(new Date(hour))}</span>
              <Box asChild width="full" height="1.25rem" css={{ '& rect': { fill: 'var(--primary)' } }}>
                <svg aria-hidden="true" preserveAspectRatio="none">
                  <rect width={`${String((100 * admitted) / most)}%`} height="100%" rx="3" />
                </svg>
              </Box>
              <Box asChild textAlign="end">
                <span>{count(admitted)}</span>
              </Box>
            </li>
          </Box>
        ))}
      </ul>
    </Grid>
  );
}
