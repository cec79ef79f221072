// The phones at the doors: how each is, saying something on one, and ending one that was lost.
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { callForBody, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useKept } from '@/portal/kit/forms/useKept';
import { mayAdminister, mayWorkAtCounter, usernameIn } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Badge, Button, Card } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';

type Phone = AnswerOf<'/api/check-in/phones'>['phones'][number];

/** As often as a phone reports itself. */
const pollMs = 10_000;

/** A phone that is at work has reported itself within this. */
const silentMs = 60_000;

const nobody = { id: '', device: '' };

export function Phones() {
  const answer = useAnswer('/api/check-in/phones', {}, { refreshInterval: pollMs });
  const token = useToken() ?? '';
  const [said, say] = useKept('message-to-phone', nobody);
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const { phones = [], as_of = '' } = answer.data ?? {};
  const asOf = Date.parse(as_of);

  const end = async ({ id, account, device, unsent }: Phone) => {
    const isMeant = await confirm({
      title: `Sign ${device} out?`,
      text:
        unsent > 0
          ? `It says that it has ${count(unsent)} scans to send. They stay on the phone until somebody signs in on it again. At its next contact it deletes its roster.`
          : 'At its next contact it deletes its roster. Nothing more can be done with it.',
      agree: 'Sign out',
      isDangerous: true,
    });
    if (!isMeant) return;
    setBusy(true);
    try {
      const path = { username: `~${account}`, id };
      await call('delete', '/api/admin/users/{username}/sessions/{id}', { path });
      toaster.success(`${device} is signed out.`);
    } catch (error) {
      toaster.error(failureText(error, 'It could not be signed out. Please try again.'), error);
    }
    await answer.mutate();
    setBusy(false);
  };

  const columns: readonly Column<Phone>[] = [
    { header: 'Phone', isTitle: true, cell: ({ device }) => device },
    {
      header: 'State',
      isAside: true,
      cell: ({ signed_in, last_contact }) => (
        <State isSignedIn={signed_in} silent={asOf - Date.parse(last_contact)} />
      ),
    },
    { header: 'List', cell: ({ label }) => label },
    { header: 'Clerk', isWhole: true, cell: ({ username }) => username },
    {
      header: 'Roster',
      cell: ({ roster_at }) => (roster_at ? ago(asOf - Date.parse(roster_at)) : 'None yet'),
    },
    { header: 'To send', align: 'end', cell: ({ unsent }) => count(unsent) },
    { header: 'Last contact', cell: ({ last_contact }) => ago(asOf - Date.parse(last_contact)) },
    {
      header: 'Message',
      cell: ({ message, seen }) =>
        message ? (
          <>
            <div translate="no">{message.text}</div>
            <div>{`${seen ? 'Seen' : 'Not seen yet'}, ${dateTime(message.at)}`}</div>
          </>
        ) : (
          '—'
        ),
    },
  ];
  const actions: Column<Phone> = {
    header: 'Action',
    isAction: true,
    cell: (phone) =>
      phone.signed_in && (
        <Box display="flex" gap="2" flexWrap="wrap">
          <Button
            look="quiet"
            size="small"
            aria-label={`Message ${phone.device}`}
            onClick={() => {
              say({ id: phone.id, device: phone.device });
            }}
          >
            Message
          </Button>
          {/* One's own are ended under "My account", with the password. */}
          {mayAdminister(token) && phone.username !== usernameIn(token) && (
            <Button
              look="harm"
              size="small"
              disabled={isBusy}
              aria-label={`Sign out ${phone.device}`}
              onClick={() => void end(phone)}
            >
              Sign out
            </Button>
          )}
        </Box>
      ),
  };

  return (
    <>
      {phones.length > 0 && (
        <Card aria-labelledby="phones">
          <Box asChild fontSize="l" marginBottom="3">
            <h2 id="phones">Phones at the doors</h2>
          </Box>
          <DataTable
            label="Phones"
            rows={phones}
            columns={mayWorkAtCounter(token) ? [...columns, actions] : columns}
            keyOf={({ id }) => id}
          />
        </Card>
      )}
      {said.id && (
        <MessageDialog
          phone={said}
          readAgain={answer.mutate}
          onClose={() => {
            say(nobody);
          }}
        />
      )}
    </>
  );
}

function State({ isSignedIn, silent }: { isSignedIn: boolean; silent: number }) {
  if (!isSignedIn) return <Badge colour="red">Signed out</Badge>;
  return silent > silentMs ? <Badge colour="yellow">Silent</Badge> : <Badge colour="green">Online</Badge>;
}

/** `18 minutes ago`. */
function ago(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 120) return `${String(minutes)} min ago`;
  return `${String(Math.floor(minutes / 60))} hours ago`;
}

interface DialogProps {
  phone: typeof nobody;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

function MessageDialog({ phone: { id, device }, readAgain, onClose }: DialogProps) {
  const toaster = useToaster();
  return (
    <ReasonDialog
      name={`message-${id}`}
      label="Message"
      missing="Please write a message"
      title={`Message to ${device}`}
      text="It is shown on the phone within seconds of its next contact, until somebody presses OK. It takes the place of the one before."
      agree="Send"
      fallback="The message could not be sent. Please try again."
      whenLost="it is not known whether the message was sent. If it was, the list of phones has it. Sending it again shows it there once more, also where OK was pressed."
      onSend={async (text) => {
        try {
          await callForBody('post', '/api/check-in/message', { body: { phone: id, text } });
          toaster.success(`${device} shows it with its next contact.`);
          onClose();
        } finally {
          await readAgain();
        }
      }}
      onClose={onClose}
    />
  );
}
