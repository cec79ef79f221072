// How the registrations stand, at a glance.
import { Box, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { statusLabel, statuses } from '@/portal/kit/ui/status';
import { Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { count, date, money } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { BarChart } from './BarChart';
import { LatestRegistrations } from './LatestRegistrations';

type Dashboard = AnswerOf<'/api/admin/dashboard'>;

const request = {};

export function DashboardPage() {
  const answer = useAnswer('/api/admin/dashboard', request);
  return (
    <PortalPage title="Dashboard">
      <PageState answer={answer} failure="Failed to fetch the dashboard">
        {(dashboard) => <Overview dashboard={dashboard} />}
      </PageState>
    </PortalPage>
  );
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { counts, revenue, candidates, days, packages, colleges, attention, latest } = dashboard;
  return (
    <Flex direction="column" gap="5">
      {attention > 0 && (
        <Notice>
          {attention === 1 ? '1 payment needs' : `${count(attention)} payments need`} attention.{' '}
          <TextLink to={portalPaths.attention}>See what to do</TextLink>
        </Notice>
      )}
      <Grid asChild gridTemplateColumns="repeat(auto-fill, minmax(8.5rem, 1fr))" gap="3">
        <dl>
          <Figure label="Revenue" isWide>
            {money(revenue)}
          </Figure>
          <Figure label="Candidates">{count(candidates)}</Figure>
          {statuses.map((status) => (
            <Figure key={status} label={statusLabel(status)}>
              {count(counts[status])}
            </Figure>
          ))}
        </dl>
      </Grid>
      {attention === 0 && <p>No payment needs attention.</p>}
      <BarChart
        title="Registrations per day"
        firstColumn="Day"
        bars={[...days].reverse().map((day) => ({ key: day.day, name: date(day.day), ...day }))}
      />
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="5">
        <BarChart
          title="Registrations per package"
          firstColumn="Package"
          bars={packages.map((entry) => ({ key: entry.id, ...entry }))}
        />
        <BarChart
          title="Registrations per college"
          firstColumn="College"
          bars={colleges.map((entry) => ({ key: entry.id, ...entry }))}
        />
      </Grid>
      <LatestRegistrations rows={latest} />
    </Flex>
  );
}

function Figure({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <Card asChild gridColumn={isWide ? 'span 2' : undefined}>
      <div>
        <Box asChild fontSize="s" color="ink-soft">
          <dt>{label}</dt>
        </Box>
        <Box asChild fontSize="xl" fontWeight="700" overflowWrap="anywhere">
          <dd>{children}</dd>
        </Box>
      </div>
    </Card>
  );
}
