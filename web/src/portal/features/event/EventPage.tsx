// The event's settings: when people may register, on the site and at the counter.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { serverNow } from '@/lib/lastCall';
import { useToken } from '@/lib/session';
import { keyOf, read, useAnswer } from '@/portal/kit/api/data';
import { Abandoned } from '@/portal/kit/forms/abandoned';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { useForm } from '@/portal/kit/forms/useForm';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { mayAdminister } from '@/portal/kit/session/username';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Badge, Card, Notice, TextLink } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { endsNow, saveSettings, toValues, validateEvent, type Settings } from './eventForm';
import { Facts } from './Facts';
import { LineCard } from './LineCard';

const request = {};

export function EventPage() {
  const answer = useAnswer('/api/event/settings', request);
  const mayChange = mayAdminister(useToken() ?? '');
  return (
    <PortalPage title="Event">
      <PageState answer={answer} failure="Failed to fetch the settings of the event">
        {(settings) => (
          <Flex direction="column" gap="4" maxWidth="48rem">
            <Now settings={settings} mayEndIt={mayChange} />
            {mayChange ? (
              <Editor first={settings} put={(saved) => answer.mutate(saved, { revalidate: false })} />
            ) : (
              <Shown settings={settings} />
            )}
            <LineCard mayHold={mayChange} />
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

const phases = {
  not_yet: { words: 'Not open yet', colour: 'yellow' },
  open: { words: 'Open', colour: 'green' },
  closed: { words: 'Closed', colour: 'red' },
} as const;

function Now({ settings, mayEndIt }: { settings: Settings; mayEndIt: boolean }) {
  return (
    <Card aria-label="Registration now">
      <Facts>
        <dt>On the site</dt>
        <dd>
          <Badge colour={phases[settings.registration].colour}>{phases[settings.registration].words}</Badge>
        </dd>
        <dt>At the counter</dt>
        <dd>
          <Badge colour={phases[settings.counter].colour}>{phases[settings.counter].words}</Badge>
        </dd>
      </Facts>
      {settings.ended_at !== null && (
        <Notice tone="warning" marginTop="4">
          <p>
            <strong>{`The event was closed on ${dateTime(settings.ended_at)}.`}</strong>{' '}
            <span>Nobody can register, whatever is set here.</span>
          </p>
          {mayEndIt && <TextLink to={portalPaths.closing}>Closing the event</TextLink>}
        </Notice>
      )}
    </Card>
  );
}

const unbounded = 'No date is set';

function Shown({ settings }: { settings: Settings }) {
  const rows = [
    ['Registration opens', settings.opens_at],
    ['Registration closes', settings.closes_at],
    ['The counter closes', settings.counter_closes_at],
  ] as const;
  return (
    <Card aria-label="Settings">
      <Facts>
        {rows.map(([label, at]) => [
          <dt key={`${label}-term`}>{label}</dt>,
          <dd key={label}>{at === null ? unbounded : dateTime(at)}</dd>,
        ])}
      </Facts>
    </Card>
  );
}

interface EditorProps {
  first: Settings;
  put: (saved: Settings) => Promise<unknown>;
}

function Editor({ first, put }: EditorProps) {
  const [settings, setSettings] = useState(first);
  const { confirm } = useDialogs();
  const { success } = useToaster();
  const { mutate } = useSWRConfig();

  const form = useForm({
    subject: { form: 'event', id: 'settings', version: settings.version },
    initial: toValues(settings),
    validate: validateEvent,
    save: async (values) => {
      const ends = endsNow(values, settings, serverNow());
      if (ends !== undefined && !(await confirm(questions[ends]))) throw new Abandoned();
      const saved = await saveSettings(values, settings.version);
      setSettings(saved);
      await put(saved);
      // The counter's page asks anew, however lately it was looked at.
      await mutate(keyOf('/api/registration', request));
      success('The settings are saved. The site shows them within a minute.');
    },
    describe: (failure) => ({ title: 'Failed to save the settings', detail: (failure as Error).message }),
    onSaved: () => undefined,
  });

  return (
    <Card aria-label="Settings">
      <EditorForm
        form={form}
        label="Settings of the event"
        submitLabel="Save"
        onReload={async () => {
          const newer = await read('/api/event/settings', request);
          setSettings(newer);
          form.reset(toValues(newer));
          await put(newer);
        }}
      >
        <Box color="ink-soft">
          <p>All times are those of the event, in India. A date that is left out is no bound.</p>
        </Box>
        <TextField
          label="Registration opens"
          type="datetime-local"
          hint="Before it, the site says when it opens, and nobody can register there."
          {...form.field('opens_at')}
        />
        <TextField
          label="Registration closes"
          type="datetime-local"
          hint="From then on nobody begins on the site. Orders that are open can still be paid, and places in the line are kept."
          {...form.field('closes_at')}
        />
        <TextField
          label="The counter closes"
          type="datetime-local"
          hint="The counter has a date of its own, and takes registrations until then, whatever the site does."
          {...form.field('counter_closes_at')}
        />
      </EditorForm>
    </Card>
  );
}

const questions = {
  site: {
    title: 'Stop registration on the site now?',
    text: 'By these dates nobody can register on the site at this moment.',
    agree: 'Save all the same',
    isDangerous: true,
  },
  counter: {
    title: 'Stop registration at the counter now?',
    text: 'By this date nobody can be registered at the counter at this moment.',
    agree: 'Save all the same',
    isDangerous: true,
  },
} as const;
