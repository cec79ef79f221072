// Writing to candidates: whom, what, how it will look, and sending it.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { BusyLabel } from '@/components/BusyLabel';
import { ApiError, isLost } from '@/lib/api/client';
import { callForBody } from '@/portal/kit/api/data';
import { whoIsSignedIn } from '@/portal/kit/forms/draft';
import { forgetRun, noteAsked } from '@/portal/kit/forms/untoldRuns';
import { look } from '@/portal/kit/api/look';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { filters } from '@/portal/kit/resources/audience';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, ButtonLink, Card, Notice } from '@/portal/kit/ui/elements';
import { SelectField, TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import {
  beginWith,
  isWritten,
  longestBody,
  longestSubject,
  placeholders,
  readForm,
  templatesFor,
  toRequest,
  type MessageForm,
} from './form';
import { Preview, recipientsInWords, type MessagePreview } from './Preview';
import { Whom } from './Whom';

/** From here on the mail has room beside the form. */
const wide = '@media (min-width: 100rem)';
const fieldNames = ['subject', 'body', ...filters.map((name) => `audience.${name}`)];
const sendingLost =
  'it is not known whether the message was sent. Press Send again: nobody gets it twice. What was sent is in the list of messages.';
const sentBefore =
  'They were mailed before, with the text that the message had then. It is in the list of messages.';
const testLost =
  'it is not known whether the test was sent. If it has not come in a minute, press the button again.';

const replacing = {
  title: 'Replace what you have written?',
  text: 'Subject and text are written anew.',
  agree: 'Replace',
  refuse: 'Keep',
  isDangerous: true,
};

export function ComposePage() {
  const [params] = useSearchParams();
  const [form, change] = useKept(`message?${params.toString()}`, () => readForm(params));
  const [preview, setPreview] = useState<{ of: string; shown: MessagePreview }>();
  const { isBusy, send, reset, errorAt, failureBeside } = useSending();
  /** What is asked about and sent is what the fields say, so they stay as they are. */
  const [isSending, setSending] = useState(false);
  const { confirm } = useDialogs();
  const release = useUnsavedWarning(isWritten(form));
  const toaster = useToaster();
  const navigate = useNavigate();
  const add = useAdding('message');
  const asked = JSON.stringify(toRequest(form));
  const shown = preview?.of === asked ? preview.shown : undefined;

  const lookAtIt = async (): Promise<MessagePreview> => {
    const seen = await look(callForBody('post', '/api/messages/preview', { body: toRequest(form) }));
    setPreview({ of: asked, shown: seen });
    return seen;
  };
  const tryIt = async () => {
    const { to } = await callForBody('post', '/api/messages/test', { body: toRequest(form) });
    toaster.success(`A test is on its way to ${to}`);
  };
  const askAndSend = async () => {
    // What was shown may be hours old, and people have paid or been refunded since.
    const { recipients } = await lookAtIt();
    const agreed = await confirm({
      title: `Send “${form.subject.trim()}”?`,
      text: recipientsInWords(recipients),
      agree: `Send to ${count(recipients)}`,
    });
    if (agreed) await send(sendIt, 'The message could not be sent', sendingLost);
  };
  const submit = async () => {
    setSending(true);
    await send(askAndSend, 'It could not be found out to how many it goes');
    setSending(false);
  };
  const sendIt = async () => {
    const body = toRequest(form);
    const takeBack = noteAsked(whoIsSignedIn(), body.audience?.filled_in, body);
    const { message_id } = await add(
      (key) => callForBody('post', '/api/messages', { body, header: { 'Idempotency-Key': key } }),
      body,
    ).catch((failure: unknown) => {
      if (!takeBack || isLost(failure)) throw failure;
      if (!(failure instanceof ApiError && failure.details.code === 'idempotency_key_reused')) {
        takeBack();
        throw failure;
      }
      throw new ApiError(failure.status, sentBefore, failure.details);
    });
    forgetRun(body.audience?.filled_in);
    release();
    await navigate(portalPaths.message(message_id));
  };
  const failure = failureBeside(...fieldNames);
  const put = (changed: Partial<MessageForm>) => {
    reset();
    change(changed);
  };
  const begin = async (template: string) => {
    if (isWritten(form) && !(await confirm(replacing))) return;
    put(beginWith(form, template));
  };

  return (
    <PortalPage
      title="New message"
      actions={
        <ButtonLink look="quiet" to={portalPaths.messages}>
          All messages
        </ButtonLink>
      }
    >
      <Grid
        gridTemplateColumns="minmax(0, 1fr)"
        css={{ [wide]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 44rem)' } }}
        gap="4"
        alignItems="start"
      >
        <form
          aria-label="New message"
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!isBusy) void submit();
          }}
        >
          <Flex direction="column" gap="4">
            {failure && (
              <Notice tone="error" role="alert">
                {failure}
              </Notice>
            )}
            <Whom form={form} isFixed={isSending} onChange={put} errorAt={errorAt} />
            <Card aria-label="What it says">
              <Flex direction="column" gap="3">
                <Box asChild fontSize="l">
                  <h2>What it says</h2>
                </Box>
                <SelectField
                  label="Begin with"
                  placeholder="An empty message"
                  options={templatesFor(form).map(({ id, label }) => ({ value: id, label }))}
                  value={form.template}
                  disabled={isSending}
                  onChange={(template) => void begin(template)}
                />
                <TextField
                  label="Subject"
                  isRequired
                  maxLength={longestSubject}
                  value={form.subject}
                  readOnly={isSending}
                  error={errorAt('subject')}
                  onChange={(subject) => {
                    put({ subject });
                  }}
                />
                <TextAreaField
                  label="Text"
                  isRequired
                  rows={14}
                  maxLength={longestBody}
                  value={form.body}
                  readOnly={isSending}
                  error={errorAt('body')}
                  hint={`Plain text; addresses of pages become links. ${placeholders.map(({ word, stands }) => `${word} is ${stands}`).join(', ')}.`}
                  onChange={(body) => {
                    put({ body });
                  }}
                />
              </Flex>
            </Card>
            <Flex gap="3" wrap="wrap">
              <Button
                look="quiet"
                disabled={isBusy}
                onClick={() => void send(lookAtIt, 'The preview could not be made')}
              >
                Preview
              </Button>
              <Button
                look="quiet"
                disabled={isBusy}
                onClick={() => void send(tryIt, 'The test could not be sent', testLost)}
              >
                Test to myself
              </Button>
              <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
                <BusyLabel busy={isBusy && 'Please wait...'}>Send</BusyLabel>
              </Button>
            </Flex>
          </Flex>
        </form>
        {/* Beside the form it stays in sight of the button that is pressed for it. */}
        <Box css={{ [wide]: { position: 'sticky', top: '4' } }}>
          {shown ? (
            <Preview preview={shown} />
          ) : (
            <Card aria-label="Preview">
              <Box asChild color="ink-soft">
                <p>Press Preview to see how many get it, and the mail itself.</p>
              </Box>
            </Card>
          )}
        </Box>
      </Grid>
    </PortalPage>
  );
}
