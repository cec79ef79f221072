// How the registrations stand, at a glance.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Notice, TextLink } from '@/portal/kit/ui/elements';
import { count, date } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { BarChart } from './BarChart';
import { ByMode } from './ByMode';
import { Figures } from './Figures';
import { LatestRegistrations } from './LatestRegistrations';
import { LineNotice } from './LineNotice';

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
  const { modes, days, packages, colleges, attention, latest } = dashboard;
  return (
    <Flex direction="column" gap="4">
      {attention > 0 ? (
        <Notice tone="warning">
          <span>{`${attention === 1 ? '1 payment needs' : `${count(attention)} payments need`} attention.`}</span>{' '}
          <TextLink to={portalPaths.attention}>See what to do</TextLink>
        </Notice>
      ) : (
        <Box asChild fontSize="s" color="ink-soft">
          <p>No payment needs attention.</p>
        </Box>
      )}
      <LineNotice />
      <Figures dashboard={dashboard} />
      <ByMode modes={modes} />
      <Grid
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="4"
      >
        <BarChart
          title="Registrations per day"
          firstColumn="Day"
          bars={[...days].reverse().map((day) => ({ key: day.day, name: date(day.day), ...day }))}
        />
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
