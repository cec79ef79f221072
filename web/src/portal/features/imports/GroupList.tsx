// The groups so far, the newest first.
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge, TextLink } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';

export type Group = AnswerOf<'/api/imports'>['imports'][number];

const states: Readonly<Record<string, { label: string; colour: 'green' | 'red' | 'yellow' }>> = {
  running: { label: 'Registering', colour: 'yellow' },
  done: { label: 'Registered', colour: 'green' },
  failed: { label: 'Stopped', colour: 'red' },
};

export function GroupState({ state }: { state: string }) {
  const { label, colour } = states[state] ?? { label: state, colour: 'yellow' as const };
  return <Badge colour={colour}>{label}</Badge>;
}

/** How many of a list are registered by now. */
export const registeredOf = ({ done, refused }: Group): number => done - refused.length;

const columns: readonly Column<Group>[] = [
  {
    header: 'Group',
    isTitle: true,
    cell: ({ import_id, group }) => (
      <TextLink isAlone to={portalPaths.group(import_id)} translate="no">
        {group}
      </TextLink>
    ),
  },
  { header: 'State', isAside: true, cell: ({ state }) => <GroupState state={state} /> },
  { header: 'For', cell: ({ package: bought, course }) => [bought, course].filter(Boolean).join(', ') },
  {
    header: 'Registered',
    align: 'end',
    cell: (group) => `${count(registeredOf(group))} of ${count(group.total)}`,
  },
  {
    header: 'Payment',
    // No sum: money may have gone back since, which the group's page reads.
    cell: ({ payment }) => (payment === 'paid' ? 'With the list' : 'Each by itself'),
  },
  { header: 'Uploaded', cell: ({ created_at, created_by }) => `${dateTime(created_at)}, ${created_by}` },
];

export function GroupList({ groups }: { groups: readonly Group[] }) {
  return (
    <DataTable label="Lists so far" rows={groups} columns={columns} keyOf={({ import_id }) => import_id} />
  );
}
