// The tills of the counter: what each clerk took in a day, and closing them.
import { Box, Flex } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { Button } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { today } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { AllTills } from './AllTills';
import { OneTill } from './OneTill';

export function TillPage() {
  const [{ day, clerk }, change] = useKept('till', () => ({ day: today(), clerk: '' }));
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  const answer = useAnswer('/api/till', isDay ? { query: clerk ? { day, clerk } : { day } } : undefined, {
    keepPreviousData: false,
  });
  return (
    <PortalPage
      title="Till"
      actions={
        clerk && (
          <Button
            look="quiet"
            onClick={() => {
              change({ clerk: '' });
            }}
          >
            All tills
          </Button>
        )
      }
    >
      <Flex direction="column" gap="5">
        <Box maxWidth="14rem">
          <TextField
            label="Day"
            type="date"
            name="day"
            max={today()}
            value={day}
            onChange={(next) => {
              change({ day: next });
            }}
          />
        </Box>
        {isDay && (
          <PageState
            answer={answer}
            failure="Failed to fetch the till"
            isEmpty={({ tills }) => tills.length === 0}
            empty="No money was taken at the counter on this day."
          >
            {(data) => {
              const [only] = data.tills;
              return only?.payments ? (
                <OneTill
                  key={`${day} ${only.clerk} ${String(only.closings.length)}`}
                  day={day}
                  till={only}
                  readAgain={answer.mutate}
                />
              ) : (
                <AllTills
                  data={data}
                  open={(next) => {
                    change({ clerk: next });
                  }}
                />
              );
            }}
          </PageState>
        )}
      </Flex>
    </PortalPage>
  );
}
