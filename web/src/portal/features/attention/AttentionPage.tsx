// Payments that a person has to look at, with what to do about each.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { call } from '@/lib/api/client';
import { rupees } from '@/lib/format';
import { useToken } from '@/lib/session';
import { keyOf, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { Badge, Button, ButtonLink, Card } from '@/portal/kit/ui/elements';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { adviceOn } from './advice';

type Item = AnswerOf<'/api/admin/attention'>[number];

const request = {};

/** The list is read again after it: what was marked is no longer there to be pressed again. */
const notKnown =
  'it is not known whether it was marked as dealt with. What is still in the list can be marked again.';

export function AttentionPage() {
  const answer = useAnswer('/api/admin/attention', request);
  const readAgain = async () => {
    await answer.mutate();
    // The button that was pressed goes with its entry.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <PortalPage
      title="Needs attention"
      actions={
        <ButtonLink look="quiet" to={portalPaths.dashboard}>
          Back to the dashboard
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch what needs attention"
        isEmpty={(items) => items.length === 0}
        empty="No payment needs attention."
      >
        {(items) => (
          <Flex asChild direction="column" gap="4">
            <ul>
              {items.map((item) => (
                <Entry key={`${item.order_id} ${item.word ?? item.flag}`} item={item} readAgain={readAgain} />
              ))}
            </ul>
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function Entry({ item, readAgain }: { item: Item; readAgain: () => Promise<void> }) {
  const { order_id, customer_id, flag, word, note, at, name, amount } = item;
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const { mutate } = useSWRConfig();
  const [isBusy, setBusy] = useState(false);
  const mayClear = mayAdminister(useToken() ?? '');
  const isKnown = flag !== 'UNRECOGNISED';
  const { title, advice } = adviceOn(flag);

  const clear = async () => {
    const agreed = await confirm({
      title: `Mark “${title}” of ${name} as dealt with?`,
      text: 'It goes from this list. The payment itself is not changed.',
      agree: 'Mark as dealt with',
    });
    if (!agreed) return;
    setBusy(true);
    try {
      // As it was read here: it may have been raised again since, for something else.
      await call('delete', '/api/admin/attention/{order_id}/{flag}', {
        path: { order_id, flag },
        query: { at },
      });
      toaster.success('Marked as dealt with');
      // The dashboard counts them.
      void mutate(keyOf('/api/admin/dashboard', {}));
    } catch (error) {
      toaster.error(failureText(error, 'It could not be marked as dealt with', notKnown), error);
    }
    // Also after a failure: perhaps somebody else has dealt with it already.
    await readAgain();
    setBusy(false);
  };

  return (
    <Card asChild>
      <li>
        <Flex justify="space-between" gap="3" wrap="wrap" align="center">
          <Box asChild fontSize="l">
            <h2 translate="no">{name}</h2>
          </Box>
          <Badge colour="yellow">{word ? `${title}: ${word}` : title}</Badge>
        </Flex>
        <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
          Order <span translate="no">{order_id}</span>,{' '}
          <span>{[amount != null && rupees(amount), dateTime(at)].filter(Boolean).join(', ')}</span>
        </Box>
        {note && (
          <Box asChild marginTop="3" overflowWrap="anywhere">
            <p>{note}</p>
          </Box>
        )}
        <Box asChild marginTop="3">
          <p>{advice}</p>
        </Box>
        <Flex gap="3" wrap="wrap" marginTop="4">
          {customer_id && (
            <ButtonLink
              look="quiet"
              to={portalPaths.customer(customer_id)}
              aria-label={`See candidate ${name}`}
            >
              See candidate
            </ButtonLink>
          )}
          {isKnown && mayClear && (
            <Button
              disabled={isBusy}
              onClick={() => void clear()}
              aria-label={`Mark as dealt with: ${title}, ${name}`}
            >
              Mark as dealt with
            </Button>
          )}
        </Flex>
      </li>
    </Card>
  );
}
