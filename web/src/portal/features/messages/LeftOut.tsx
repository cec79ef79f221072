// The addresses that messages do not go to, and why: who asks for no more of them is left out here.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useToken } from '@/lib/session';
import { callForBody, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { mayAdminister } from '@/portal/kit/session/username';
import { AddressField } from '@/portal/kit/ui/AddressField';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { OutcomeRow } from '@/portal/kit/ui/Outcomes';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { leftOutWords } from './words';

type Address = AnswerOf<'/api/messages/left-out'>['addresses'][number];

const request = {};
const empty = { email: '' };

export function LeftOut() {
  const answer = useAnswer('/api/messages/left-out', request);
  const mayChange = mayAdminister(useToken() ?? '');
  const readAgain = () => answer.mutate();
  return (
    <Card aria-label="Left out of messages" marginTop="5">
      <Box asChild fontSize="l">
        <h2>Left out of messages</h2>
      </Box>
      <Box asChild color="ink-soft" marginTop="2" marginBottom="4">
        <p>Passes, receipts and what is about their own order go to these addresses all the same.</p>
      </Box>
      {mayChange && <LeaveOut readAgain={readAgain} />}
      <PageState
        answer={answer}
        failure="Failed to fetch who is left out"
        isEmpty={({ addresses }) => addresses.length === 0}
        empty="Nobody is left out."
      >
        {({ addresses }) => (
          <Flex asChild direction="column" gap="3">
            <ul>
              {addresses.map((address) => (
                <Entry key={address.email} address={address} mayChange={mayChange} readAgain={readAgain} />
              ))}
            </ul>
          </Flex>
        )}
      </PageState>
    </Card>
  );
}

interface LeaveOutProps {
  readAgain: () => Promise<unknown>;
}

function LeaveOut({ readAgain }: LeaveOutProps) {
  const [{ email }, keep] = useKept('left-out', empty);
  const { isBusy, send, errorAt, failureBeside } = useSending();
  const failure = failureBeside('email');
  const toaster = useToaster();
  const leaveOut = async () => {
    await callForBody('put', '/api/messages/left-out', { body: { email, left_out: true } });
    toaster.success(`No more messages go to ${email.trim()}.`);
    keep(empty);
    await readAgain();
  };
  return (
    <Box asChild maxWidth="32rem" marginBottom="4">
      <form
        noValidate
        aria-label="Leave an address out"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send(leaveOut, 'The address could not be left out. Please try again.');
        }}
      >
        <Flex direction="column" gap="3" align="flex-start">
          <Box width="full">
            <AddressField
              value={email}
              hint="Of someone who asks for no more messages."
              onChange={(typed) => {
                keep({ email: typed });
              }}
              error={errorAt('email')}
            />
          </Box>
          {failure && (
            <Notice tone="error" role="alert">
              {failure}
            </Notice>
          )}
          <Button type="submit" look="quiet" aria-disabled={isBusy}>
            Leave out
          </Button>
        </Flex>
      </form>
    </Box>
  );
}

interface EntryProps {
  address: Address;
  mayChange: boolean;
  readAgain: () => Promise<unknown>;
}

function Entry({ address: { email, cause, since }, mayChange, readAgain }: EntryProps) {
  const [isBusy, setBusy] = useState(false);
  const toaster = useToaster();
  const letIn = async () => {
    setBusy(true);
    try {
      await callForBody('put', '/api/messages/left-out', { body: { email, left_out: false } });
      toaster.success(`Messages go to ${email} again.`);
    } catch (error) {
      toaster.error(failureText(error, 'This could not be saved. Please try again.'), error);
    }
    await readAgain();
    setBusy(false);
  };
  const said = [leftOutWords(cause), since && dateTime(since)].filter(Boolean).join(' · ');
  return (
    <OutcomeRow who={<span translate="no">{email}</span>} said={said}>
      <div>
        {cause === 'asked' && mayChange && (
          <Button look="quiet" size="small" disabled={isBusy} onClick={() => void letIn()}>
            <span>
              <span>Write again</span>
              <span className="visually-hidden">{` to ${email}`}</span>
            </span>
          </Button>
        )}
      </div>
    </OutcomeRow>
  );
}
