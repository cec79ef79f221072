// Everything about one candidate, and what can be done about their payments.
import { Flex, Grid } from '@chakra-ui/react';
import { useParams } from 'react-router';
import { Verbatim } from '@/components/Verbatim';
import { nothingLeft } from '@/lib/complete';
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { Grouped } from '@/portal/kit/ui/Grouped';
import { Breakable } from '@/portal/kit/ui/LongText';
import { PageState } from '@/portal/kit/ui/PageState';
import { useListAddress } from '@/portal/kit/navigation/listAddress';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Admissions } from './Admissions';
import { Disputes } from './Disputes';
import { ExamsOfAll } from './ExamsOfAll';
import { GatewayDetails } from './GatewayDetails';
import { GroupLink } from './GroupLink';
import { Notes } from './Notes';
import { PaymentHistory } from './PaymentHistory';
import { Refunds } from './Refunds';
import { Facts, Section } from './Section';
import { Timeline } from './Timeline';
import { usePaymentActions } from './usePaymentActions';
import { VerdictCard } from './VerdictCard';

type File = AnswerOf<'/api/customers/{customerId}'>;

export function CandidatePage() {
  const { id = '' } = useParams();
  const list = useListAddress();
  const request = { path: { customerId: id } };
  const answer = useAnswer('/api/customers/{customerId}', request);
  const readNow = async () => {
    const file = await read('/api/customers/{customerId}', request);
    await answer.mutate(file, { revalidate: false });
    return file;
  };
  return (
    <PortalPage
      title="Candidate Details"
      actions={
        <ButtonLink look="quiet" to={list}>
          Back to List
        </ButtonLink>
      }
    >
      <PageState
        // What was typed about one is not carried on to the next.
        key={id}
        answer={answer}
        failure="Failed to fetch customer"
        others={{ to: list, label: 'candidates' }}
      >
        {(file) => <Sections file={file} readNow={readNow} reload={answer.mutate} />}
      </PageState>
    </PortalPage>
  );
}

interface SectionsProps {
  file: File;
  readNow: () => Promise<File>;
  reload: () => Promise<unknown>;
}

function Sections({ file, readNow, reload }: SectionsProps) {
  const { customer, payments, admissions, notes, timeline } = file;
  const {
    customer_id,
    name,
    email,
    phone,
    phone2,
    created_at,
    type,
    packageName,
    collegeName,
    examName,
    payment_mode,
    exam_preference,
    metadata,
    ...others
  } = customer;
  // The price is that of the payments; the identifiers go by their names.
  nothingLeft(others, ['order_amount', 'packageId', 'collegeId', 'course_category']);
  const actions = usePaymentActions(customer_id, name, reload);
  const isAll = type === 'allColleges';
  const details = payments[0]?.payment_details;
  return (
    <Flex direction="column" gap="4">
      <VerdictCard actions={actions} file={file} readNow={readNow} reload={reload} />
      <Grid gridTemplateColumns="repeat(auto-fit, minmax(min(18rem, 100%), 1fr))" gap="4">
        <Section title="Personal Information">
          <Facts
            facts={[
              ['Customer ID', <Grouped text={customer_id} by={4} />],
              ['Full Name', <Verbatim>{name}</Verbatim>],
              ['Email Address', <Breakable email={email} />],
              ['Phone Number', phone],
              ['Alternate Phone', phone2 || 'Not provided'],
              ['Registration Date', dateTime(created_at)],
              ['Terms Shown', metadata.terms_version ? `Version ${metadata.terms_version}` : 'None'],
              ...(metadata.group ? [['School List', <GroupLink group={metadata.group} />] as const] : []),
            ]}
          />
        </Section>
        <Section title="Course Details">
          <Facts
            facts={[
              ['Package Name', packageName],
              ['College Name', isAll ? 'All colleges' : (collegeName ?? '')],
              ['Course Category', isAll ? 'All courses' : (examName ?? '')],
              ['Exam Preference', exam_preference],
              ['Payment Mode', paymentModeLabel(payment_mode)],
            ]}
          />
        </Section>
        <Notes customerId={customer_id} notes={notes} reload={reload} />
      </Grid>
      {isAll && file.validity === 'valid' && <ExamsOfAll customerId={customer_id} reload={reload} />}
      <PaymentHistory
        actions={actions}
        payments={payments}
        name={name}
        paymentMode={payment_mode}
        reload={reload}
      />
      <Refunds payments={payments} />
      <Disputes payments={payments} />
      <Admissions admissions={admissions} customerId={customer_id} name={name} reload={reload} />
      <Grid gridTemplateColumns="repeat(auto-fit, minmax(min(24rem, 100%), 1fr))" gap="4" alignItems="start">
        <Timeline timeline={timeline} />
        {details && <GatewayDetails details={details} />}
      </Grid>
    </Flex>
  );
}
