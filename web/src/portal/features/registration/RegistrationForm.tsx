// The form at the counter.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { texts } from '@/content/texts';
import type { Package } from '@/lib/api/types';
import { longestTyped } from '@/lib/personName';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { PackageFields } from '@/portal/kit/forms/PackageFields';
import { AddressField } from '@/portal/kit/ui/AddressField';
import { Button, Card } from '@/portal/kit/ui/elements';
import { RadioField, SelectField, TextField } from '@/portal/kit/ui/Field';
import { PhoneField } from '@/portal/kit/ui/PhoneField';
import { wide } from '@/portal/kit/ui/wide';
import type { CounterProblem } from './problem';
import type { CounterRegistration } from './useCounterRegistration';

interface Props {
  packages: readonly Package[];
  registration: CounterRegistration;
}

const preferences = ['Offline', 'Online'].map((value) => ({ value, label: value }));
const modes = ['card', 'cash', 'upi'].map((value) => ({ value, label: paymentModeLabel(value) }));

export function RegistrationForm({ packages, registration }: Props) {
  const { choice, duplicate, errors, problem, open, busy, receipt, update, field, submit } = registration;
  const form = useRef<HTMLFormElement>(null);
  const isBusy = busy !== undefined;

  // The next person can be typed at once.
  useEffect(() => {
    if (!receipt) return;
    const empty = form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]') ?? [];
    [...empty].find(({ value }) => value === '')?.focus();
  }, [receipt]);

  // Our own validation speaks, in one place and in the same words for everybody.
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault();
        void submit(true);
      }}
    >
      <Card maxWidth="48rem" css={{ [wide]: { maxWidth: '84rem' } }} aria-label="Registration">
        <Flex direction="column" gap="4">
          {problem && (
            <ErrorBanner occurrence={problem.occurrence} reference={problem.reference}>
              {problem.message}
            </ErrorBanner>
          )}
          {problem?.registered !== undefined && (
            <Registered
              customerId={problem.registered}
              similar={problem.similar}
              isBusy={isBusy}
              registerAnyway={(isPaid) => void submit(isPaid, true)}
            />
          )}
          {open && (
            // In a tab of its own: the form waits here.
            <a
              href={`${portalPaths.customers}?${new URLSearchParams({ status: 'all', search: open.email }).toString()}`}
              target="_blank"
              rel="noopener"
            >
              Look for this candidate in the list
            </a>
          )}
          <Flex asChild direction="column" gap="4">
            <fieldset disabled={isBusy || open !== undefined}>
              <PackageFields
                packages={packages}
                choice={choice}
                errors={errors}
                isFixed={open !== undefined}
                update={update}
              />
              <Grid
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
                css={{ [wide]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } }}
                gap="4"
                alignItems="start"
              >
                <TextField
                  label="Full Name"
                  isRequired
                  name="name"
                  autoComplete="off"
                  maxLength={longestTyped}
                  {...field('name')}
                />
                <Box>
                  <AddressField hint="The pass is sent to this address." {...field('email')} />
                  {duplicate?.customerId !== undefined && (
                    <Box marginTop="1" fontSize="s">
                      <WhoIsRegistered customerId={duplicate.customerId} />
                    </Box>
                  )}
                </Box>
                <RadioField
                  label="Exam Preference"
                  isRequired
                  options={preferences}
                  {...field('preference')}
                  onChange={(preference) => {
                    update({ preference: preference === 'Online' ? 'Online' : 'Offline' });
                  }}
                />
                <PhoneField label="Phone" isRequired name="phone" {...field('phone')} />
                <PhoneField label="Alternate Phone" name="alternate-phone" {...field('altPhone')} />
                <SelectField
                  label="Payment Mode"
                  isRequired
                  placeholder="-- Select Payment Mode --"
                  options={modes}
                  {...field('paymentMode')}
                />
                <TextField
                  label="Amount"
                  isRequired
                  readOnly
                  name="amount"
                  hint="In rupees; the price of the package."
                  value={choice.package ? String(choice.package.price) : ''}
                  error={errors.amount}
                  onChange={() => undefined}
                />
              </Grid>
            </fieldset>
          </Flex>
          <Flex gap="3" wrap="wrap">
            <Button type="submit" disabled={isBusy || (open && !open.paid)}>
              <BusyLabel busy={busy === 'paid' && texts.processing}>Register and mark paid</BusyLabel>
            </Button>
            <Button look="quiet" disabled={isBusy || open?.paid === true} onClick={() => void submit(false)}>
              <BusyLabel busy={busy === 'unpaid' && texts.processing}>Register Customer</BusyLabel>
            </Button>
          </Flex>
        </Flex>
      </Card>
    </form>
  );
}

interface RegisteredProps {
  customerId: string;
  similar: CounterProblem['similar'];
  isBusy: boolean;
  registerAnyway: (isPaid: boolean) => void;
}

/** Below the banner that says so: who it is and, where that may be, that it is somebody else. */
function Registered({ customerId, similar, isBusy, registerAnyway }: RegisteredProps) {
  return (
    <Flex gap="4" wrap="wrap" align="center">
      {similar && (
        <Button
          look="quiet"
          disabled={isBusy}
          onClick={() => {
            registerAnyway(similar.isPaid);
          }}
        >
          Register anyway
        </Button>
      )}
      <WhoIsRegistered customerId={customerId} />
    </Flex>
  );
}

/** In a tab of its own: what was typed stays in sight. */
const WhoIsRegistered = ({ customerId }: { customerId: string }) => (
  <a href={portalPaths.customer(customerId)} target="_blank" rel="noopener">
    See who is registered
  </a>
);
