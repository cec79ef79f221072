// The same for many candidates: what, to how many, and beginning it by typing their number.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import useSWR from 'swr';
import { BusyLabel } from '@/components/BusyLabel';
import type { ApiError } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { look } from '@/portal/kit/api/look';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { audienceInWords, readAudience, toAudience, useAudienceNames } from '@/portal/kit/resources/audience';
import { pickedStore } from '@/portal/kit/resources/picked';
import { mayAdminister } from '@/portal/kit/session/username';
import { Button, ButtonLink, Card, Notice } from '@/portal/kit/ui/elements';
import { SelectField, TextField } from '@/portal/kit/ui/Field';
import { count, counted } from '@/portal/kit/ui/format';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { withReference } from '@/portal/kit/ui/withReference';
import { changesInWords, kindOf, kinds, reasonInWords, type BulkPreview, type BulkRequest } from './words';

const longestReason = 200;
const lost =
  'it is not known whether it has begun. Press the button again: it is done to nobody twice. What has begun is in the list of bulk actions.';

/** Once for each choice of an action, and again when that is asked for. */
const countOnce = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

export function NewBulkPage() {
  const [params] = useSearchParams();
  const { filters, picked } = readAudience(params);
  const audience = toAudience(filters, picked);
  const names = useAudienceNames(audience);
  const [{ action, reason }, change] = useKept(`bulk?${params.toString()}`, { action: '', reason: '' });
  const [typed, setTyped] = useState('');
  const { isBusy, send, refuse, reset, errorAt, failureBeside } = useSending();
  const navigate = useNavigate();
  const add = useAdding('bulk action');
  const isAdmin = mayAdminister(useToken() ?? '');
  const offered = kinds.filter(({ isAdmins }) => isAdmin || !isAdmins);
  const kind = kindOf(action);
  const counted = useSWR<BulkPreview, ApiError>(
    action && ['count of a bulk action', action, audience],
    () => look(callForBody('post', '/api/bulk/preview', { body: { action, audience } })),
    countOnce,
  );
  // What was counted before is not what it comes to now.
  const { data: preview, error } = counted.isValidating ? {} : counted;
  const beginAgain = () => {
    reset();
    setTyped('');
  };
  const begin = async ({ changes }: BulkPreview) => {
    const body: BulkRequest = {
      action,
      audience,
      expected: changes,
      ...(kind.needsReason && { reason: reason.trim() }),
    };
    const { bulk_id } = await add(
      (key) => callForBody('post', '/api/bulk', { body, header: { 'Idempotency-Key': key } }),
      body,
    );
    pickedStore.clear();
    await navigate(portalPaths.bulkAction(bulk_id));
  };
  const submit = () => {
    if (isBusy || !preview || preview.changes === 0) return;
    if (kind.needsReason && reason.trim() === '') {
      refuse('Please give a reason', 'reason');
    } else if (typed.replace(/[\s,]/g, '') !== String(preview.changes)) {
      refuse(`Type ${count(preview.changes)}`, 'typed');
    } else {
      void send(() => begin(preview), 'It could not be begun', lost);
    }
  };
  const failure =
    failureBeside('reason', 'typed') ??
    (error && withReference(failureText(error, 'They could not be counted'), error));

  return (
    <PortalPage
      title="New bulk action"
      actions={
        <ButtonLink look="quiet" to={portalPaths.bulk}>
          All bulk actions
        </ButtonLink>
      }
    >
      <form
        aria-label="New bulk action"
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault();
          submit();
        }}
      >
        <Flex direction="column" gap="4" maxWidth="44rem">
          {failure && (
            <Notice tone="error" role="alert">
              <div>{failure}</div>
              {action && (
                <Button
                  look="plain"
                  disabled={isBusy}
                  onClick={() => {
                    beginAgain();
                    void counted.mutate();
                  }}
                >
                  Count them again
                </Button>
              )}
            </Notice>
          )}
          <Card aria-label="To whom">
            <Box asChild fontSize="l" marginBottom="2">
              <h2>To whom</h2>
            </Box>
            <Box asChild overflowWrap="anywhere">
              <p>{audienceInWords({ ...audience, customer_ids: [...picked] }, names)}</p>
            </Box>
            <Box marginTop="2">
              <ButtonLink look="quiet" to={portalPaths.customers}>
                Pick others
              </ButtonLink>
            </Box>
          </Card>
          <Card aria-label="What is done">
            <Flex direction="column" gap="3">
              <Box asChild fontSize="l">
                <h2>What is done</h2>
              </Box>
              <SelectField
                label="Action"
                isRequired
                placeholder="Choose"
                options={offered.map(({ id, label }) => ({ value: id, label }))}
                value={action}
                onChange={(chosen) => {
                  beginAgain();
                  change({ action: chosen });
                }}
              />
              {kind.what && <p>{kind.what}</p>}
              {kind.needsReason && action && (
                <TextField
                  label="Reason"
                  isRequired
                  maxLength={longestReason}
                  value={reason}
                  error={errorAt('reason')}
                  onChange={(text) => {
                    reset();
                    change({ reason: text });
                  }}
                />
              )}
            </Flex>
          </Card>
          {action && !preview && !failure && <p role="status">They are being counted...</p>}
          {preview && (
            <Card aria-label="What it comes to">
              <Flex direction="column" gap="3">
                <Outlook preview={preview} />
                {preview.changes > 0 && (
                  <>
                    <TextField
                      label={`To confirm, type the number: ${count(preview.changes)}`}
                      isRequired
                      inputMode="numeric"
                      autoComplete="off"
                      value={typed}
                      error={errorAt('typed')}
                      onChange={(text) => {
                        reset();
                        setTyped(text);
                      }}
                    />
                    <div>
                      <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
                        <BusyLabel busy={isBusy && 'Please wait...'}>{kind.label}</BusyLabel>
                      </Button>
                    </div>
                  </>
                )}
              </Flex>
            </Card>
          )}
        </Flex>
      </form>
    </PortalPage>
  );
}

function Outlook({ preview }: { preview: BulkPreview }) {
  const { changes, skipped, sample } = preview;
  const others = changes - sample.length;
  return (
    <>
      <Box asChild fontWeight="600" fontSize="l">
        <p role="status">{changesInWords(preview)}</p>
      </Box>
      {sample.length > 0 && (
        <Box asChild color="ink-soft" overflowWrap="anywhere">
          <ul aria-label="Some of them">
            {sample.map(({ customer_id, name }) => (
              <li key={customer_id} translate="no">
                {name}
              </li>
            ))}
            {others > 0 && <li key="others">{`and ${count(others)} more`}</li>}
          </ul>
        </Box>
      )}
      {skipped.length > 0 && (
        <Notice tone="warning">
          {skipped.map(({ reason, count: number }) => (
            <p key={reason}>{`${counted(number, 'candidate')} passed over: ${reasonInWords(reason)}`}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
