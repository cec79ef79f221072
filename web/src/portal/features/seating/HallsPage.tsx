// The halls: their rows and seats, and which of them nobody can sit in.
import { Box, Flex, Grid } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { ListEditor } from '@/portal/kit/forms/ListEditor';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { ListState } from '@/portal/kit/resources/ListState';
import { useList } from '@/portal/kit/resources/useList';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { ButtonLink, Card } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { count, counted } from '@/portal/kit/ui/format';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { blockedIn, countIn, saveHall, toValues, validateHall, type HallValues } from './hallForm';
import { SeatGrid } from './SeatGrid';
import type { Hall } from './seats';

export function HallsPage() {
  const list = useList('/api/halls', {});
  const add = useAdding();
  const mayChange = mayAdminister(useToken() ?? '');
  return (
    <PortalPage
      title="Halls"
      actions={
        <ButtonLink look="quiet" to={portalPaths.seating}>
          Seats of the exams
        </ButtonLink>
      }
    >
      {mayChange ? (
        <ListEditor
          name="hall"
          list={list}
          words={{
            adding: { heading: 'Add a hall', submit: 'Add hall' },
            editing: { heading: 'Edit hall', submit: 'Save hall' },
            list: 'Halls',
            empty: 'There are no halls yet',
            question: 'Delete this hall?',
            fetchFailure: 'Failed to fetch the halls',
            saveFailure: 'The hall could not be saved',
            removeFailure: 'The hall could not be deleted',
          }}
          nameOf={({ name }) => name}
          toValues={toValues}
          validate={validateHall}
          save={(values, hall) =>
            hall ? saveHall(values, hall) : add((key) => saveHall(values, undefined, key))
          }
          remove={async (id) => (await call('delete', '/api/halls/{id}', { path: { id } }))?.message}
          fields={({ field, values, update }) => (
            <>
              <TextField label="Name" isRequired {...field('name')} />
              <Grid gap="4" templateColumns="repeat(2, minmax(0, 1fr))">
                <TextField
                  label="Rows"
                  isRequired
                  inputMode="numeric"
                  autoComplete="off"
                  {...field('rows')}
                />
                <TextField
                  label="Seats a row"
                  isRequired
                  inputMode="numeric"
                  autoComplete="off"
                  {...field('columns')}
                />
              </Grid>
              <Plan
                values={values}
                onChange={(blocked) => {
                  update({ blocked });
                }}
              />
            </>
          )}
        >
          {(halls, { edit, remove }) => (
            <Halls
              halls={halls}
              actions={(hall) => (
                <RowActions
                  name={hall.name}
                  edit={() => {
                    edit(hall);
                  }}
                  onDelete={() => {
                    remove(hall);
                  }}
                />
              )}
            />
          )}
        </ListEditor>
      ) : (
        <ListState list={list} failure="Failed to fetch the halls" empty="There are no halls yet">
          {(halls) => <Halls halls={halls} />}
        </ListState>
      )}
    </PortalPage>
  );
}

/** The hall of a form, once its size is known. */
function Plan({ values, onChange }: { values: HallValues; onChange: (blocked: string[]) => void }) {
  const rows = countIn(values.rows);
  const columns = countIn(values.columns);
  if (rows === undefined || columns === undefined) {
    return (
      <Box color="ink-soft" fontSize="s">
        <p>Enter rows and seats a row to see the hall, and mark the seats that nobody can sit in.</p>
      </Box>
    );
  }
  const blocked = blockedIn(values);
  const isBlocked = (label: string) => blocked.includes(label);
  return (
    <div>
      <Box fontSize="s" marginBottom="2">
        <p>
          <strong>{counted(rows * columns - blocked.length, 'seat')}</strong>{' '}
          <span>
            Press a seat that nobody can sit in: a pillar, an aisle, a broken desk. The front is on top.
          </span>
        </p>
      </Box>
      <SeatGrid
        name="Seats of the hall"
        rows={rows}
        columns={columns}
        look={(label) => ({
          text: isBlocked(label) ? '×' : label,
          name: `${label}, blocked`,
          title: `${label}, ${isBlocked(label) ? 'blocked' : 'free'}`,
          tone: isBlocked(label) ? 'blocked' : 'free',
          isPressed: isBlocked(label),
        })}
        onPress={(label) => {
          onChange(isBlocked(label) ? blocked.filter((other) => other !== label) : [...blocked, label]);
        }}
      />
    </div>
  );
}

function Halls({ halls, actions }: { halls: readonly Hall[]; actions?: (hall: Hall) => ReactElement }) {
  return (
    <Flex asChild direction="column" gap="3">
      <ul>
        {halls.map((hall) => (
          <li key={hall._id}>
            <Card aria-label={hall.name}>
              <Flex gap="3" wrap="wrap" justify="space-between" align="flex-start">
                <Box minWidth="0" overflowWrap="anywhere">
                  <Box asChild fontSize="m" margin="0">
                    <h3>{hall.name}</h3>
                  </Box>
                  <Box fontSize="s" color="ink-soft">
                    {`${counted(hall.seats, 'seat')} · ${counted(hall.rows, 'row')} of ${count(hall.columns)}`}
                  </Box>
                </Box>
                {actions?.(hall)}
              </Flex>
            </Card>
          </li>
        ))}
      </ul>
    </Flex>
  );
}
