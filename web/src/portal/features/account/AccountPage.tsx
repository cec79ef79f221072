// What a person may do with their own account: password, second factor, sessions.
import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { paths } from '@/lib/paths';
import { useAnswer } from '@/portal/kit/api/data';
import { PasswordForm } from '@/portal/kit/account/PasswordForm';
import { roleName } from '@/portal/kit/session/rights';
import { ButtonAnchor, Card } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { DailyReport } from './DailyReport';
import { OwnAddress } from './OwnAddress';
import { OwnSessions } from './OwnSessions';
import { SecondFactor } from './SecondFactor';

export function AccountPage() {
  const answer = useAnswer('/api/admin/account', {});
  const toaster = useToaster();
  return (
    <PortalPage title="My account">
      <PageState answer={answer} failure="Failed to fetch your account">
        {(account) => (
          <Flex direction="column" gap="5" maxWidth="56rem">
            <Box asChild color="ink-soft" overflowWrap="anywhere">
              <p>
                Signed in as <strong translate="no">{account.username}</strong>{' '}
                <span>{`(${roleName(account.role)})`}</span>
              </p>
            </Box>
            {account.role === 'door' && (
              <ButtonAnchor href={paths.door} alignSelf="flex-start">
                Check people in
              </ButtonAnchor>
            )}
            <Section title="Password">
              <PasswordForm
                onChanged={() => {
                  toaster.success('Your password is changed. Your other sessions have ended.');
                }}
              />
            </Section>
            <Section title="Second factor">
              <SecondFactor account={account} readAgain={answer.mutate} />
            </Section>
            {account.daily_report !== undefined && (
              <Section title="Daily report by e-mail">
                <DailyReport account={account} readAgain={answer.mutate} />
              </Section>
            )}
            <Section title="Address">
              <OwnAddress account={account} readAgain={answer.mutate} />
            </Section>
            <Section title="Where you are signed in">
              <OwnSessions />
            </Section>
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function Section({ title, children }: { title: string; children: ReactElement }) {
  return (
    <Card>
      <Box asChild fontSize="l" marginBottom="4">
        <h2>{title}</h2>
      </Box>
      {children}
    </Card>
  );
}
