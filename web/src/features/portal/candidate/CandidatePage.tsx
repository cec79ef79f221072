// Everything about one candidate, and what can be done about their payments.
import { Flex, Grid } from '@chakra-ui/react';
import { useParams } from 'react-router';
import { useAnswer, type AnswerOf } from '../data';
import { paymentModeLabel } from '../status';
import { ButtonLink } from '../ui/elements';
import { dateTime } from '../ui/format';
import { breakable } from '../ui/LongText';
import { PageState } from '../ui/PageState';
import { useListAddress } from '../listAddress';
import { PortalPage } from '../ui/PortalPage';
import { GatewayDetails } from './GatewayDetails';
import { PaymentHistory } from './PaymentHistory';
import { Facts, Section } from './Section';

type File = AnswerOf<'/api/customers/{customerId}'>;

export function CandidatePage() {
  const { id = '' } = useParams();
  const list = useListAddress();
  const answer = useAnswer('/api/customers/{customerId}', { path: { customerId: id } });
  return (
    <PortalPage
      title="Candidate Details"
      actions={
        <ButtonLink look="quiet" to={list}>
          Back to List
        </ButtonLink>
      }
    >
      <PageState answer={answer} failure="Failed to fetch customer">
        {(file) => <Sections file={file} reload={answer.mutate} />}
      </PageState>
    </PortalPage>
  );
}

function Sections({ file: { customer, payments }, reload }: { file: File; reload: () => Promise<unknown> }) {
  const isAll = customer.type === 'allColleges';
  const details = payments[0]?.payment_details;
  return (
    <Flex direction="column" gap="5">
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="5">
        <Section title="Personal Information">
          <Facts
            facts={[
              ['Customer ID', customer.customer_id],
              ['Full Name', customer.name],
              ['Email Address', breakable(customer.email)],
              ['Phone Number', customer.phone],
              ['Alternate Phone', customer.phone2 || 'Not provided'],
              ['Registration Date', dateTime(customer.created_at)],
            ]}
          />
        </Section>
        <Section title="Course Details">
          <Facts
            facts={[
              ['Package Name', customer.packageName],
              ['College Name', isAll ? 'All colleges' : (customer.collegeName ?? '')],
              ['Course Category', isAll ? 'All courses' : (customer.examName ?? '')],
              ['Payment Mode', paymentModeLabel(customer.payment_mode)],
            ]}
          />
        </Section>
      </Grid>
      <PaymentHistory
        payments={payments}
        customerId={customer.customer_id}
        name={customer.name}
        reload={reload}
      />
      {details && <GatewayDetails details={details} />}
    </Flex>
  );
}
