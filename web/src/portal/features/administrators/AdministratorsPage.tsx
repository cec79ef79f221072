// Who may use the portal: invite, role, password, second factor, end.
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useToken } from '@/lib/session';
import { serverNow } from '@/lib/lastCall';
import { useAnswer } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { roleName } from '@/portal/kit/session/rights';
import { usernameIn } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge, Button } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import type { User } from './account';
import { ChangeDialog } from './ChangeDialog';
import { GivenPassword, type Given } from './GivenPassword';
import { InviteDialog } from './InviteDialog';
import { SendAgain } from './SendAgain';
import { SessionsDialog } from './SessionsDialog';

interface Shown {
  dialog: '' | 'invite' | 'change' | 'sessions';
  /** Whose account is changed, or whose sessions are shown. */
  username: string;
}

const nothing: Shown = { dialog: '', username: '' };

export function AdministratorsPage() {
  const answer = useAnswer('/api/admin/users', {});
  const me = usernameIn(useToken() ?? '');
  const [{ dialog, username }, show] = useKept<Shown>('accounts', nothing);
  const shown = answer.data?.find((user) => user.username === username);
  const changing = dialog === 'change' ? shown : undefined;
  /** Until each is handed over: another change on this page takes none of them away. */
  const [given, setGiven] = useState<readonly Given[]>([]);
  const others = (name: string) => given.filter((one) => one.username !== name);
  const saved = async (next?: Given) => {
    show(nothing);
    if (next) setGiven([...others(next.username), next]);
    await answer.mutate();
  };
  const columns: readonly Column<User>[] = [
    {
      header: 'Username',
      isTitle: true,
      cell: (user) => (
        <>
          <span translate="no">{`${user.username} `}</span>
          {user.username === me && <Badge colour="grey">You</Badge>}
        </>
      ),
    },
    { header: 'Role', cell: ({ role }) => roleName(role), isWhole: true },
    { header: 'State', cell: (user) => <State user={user} /> },
    {
      header: 'Second factor',
      cell: ({ second_factor }) => (second_factor ? 'On' : 'Off'),
    },
    {
      header: 'Sessions',
      cell: ({ username: whose, sessions }) => (
        <Button
          look="quiet"
          size="small"
          aria-label={`Sessions of ${whose}: ${String(sessions)}`}
          onClick={() => {
            show({ dialog: 'sessions', username: whose });
          }}
        >
          {String(sessions)}
        </Button>
      ),
      align: 'end',
    },
    {
      header: 'Last seen',
      cell: ({ last_seen }) => (last_seen ? dateTime(last_seen) : 'Never'),
      isWhole: true,
    },
    {
      header: 'Action',
      isAction: true,
      cell: (user) => (
        <Flex gap="2" wrap="wrap">
          {user.invited_until && <SendAgain user={user} onSent={answer.mutate} />}
          <Button
            look="quiet"
            size="small"
            aria-label={`Change ${user.username}`}
            onClick={() => {
              show({ dialog: 'change', username: user.username });
            }}
          >
            Change
          </Button>
        </Flex>
      ),
    },
  ];
  return (
    <PortalPage
      title="Administrators"
      actions={
        <Button
          onClick={() => {
            show({ dialog: 'invite' });
          }}
        >
          Invite
        </Button>
      }
    >
      <Flex direction="column" gap="5">
        {given.map((one) => (
          <GivenPassword
            key={one.username}
            given={one}
            onClose={() => {
              setGiven(others(one.username));
            }}
          />
        ))}
        <PageState answer={answer} failure="Failed to fetch the accounts">
          {(users) => (
            <DataTable label="Accounts" rows={users} columns={columns} keyOf={({ username }) => username} />
          )}
        </PageState>
      </Flex>
      {dialog === 'invite' && (
        <InviteDialog
          onSaved={saved}
          onClose={() => {
            show(nothing);
          }}
        />
      )}
      {dialog === 'sessions' && shown && (
        <SessionsDialog
          account={shown}
          isOwn={shown.username === me}
          onChanged={answer.mutate}
          onClose={() => {
            show(nothing);
          }}
        />
      )}
      {changing && (
        <ChangeDialog
          user={changing}
          isOwn={changing.username === me}
          onSaved={saved}
          onStale={answer.mutate}
          onClose={() => {
            show(nothing);
          }}
        />
      )}
    </PortalPage>
  );
}

function State({ user: { disabled, must_change_password, invited_until } }: { user: User }) {
  if (disabled) return <Badge colour="red">Disabled</Badge>;
  if (invited_until) return <Waits until={invited_until} />;
  if (must_change_password) return <Badge colour="yellow">Invited</Badge>;
  return <Badge colour="green">Active</Badge>;
}

/** An invitation that was mailed and not accepted yet. */
function Waits({ until }: { until: string }) {
  const [now] = useState(serverNow);
  const isOver = new Date(until).getTime() <= now;
  return (
    <Flex wrap="wrap" align="center" columnGap="2">
      <Badge colour={isOver ? 'red' : 'yellow'}>{isOver ? 'Invitation over' : 'Invited'}</Badge>
      <span>{isOver ? `since ${dateTime(until)}` : `until ${dateTime(until)}`}</span>
    </Flex>
  );
}
