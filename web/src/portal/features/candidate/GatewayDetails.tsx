// What the payment provider reported of the payment.
import { rupees } from '@/lib/format';
import type { Payment } from './payment';
import { Facts, Section } from './Section';

export function GatewayDetails({ details }: { details: NonNullable<Payment['payment_details']> }) {
  const { order, payment } = details;
  const { card, upi } = payment.payment_method;
  const facts: [string, string | null | undefined][] = [
    ['Order ID', order.order_id],
    ['Amount', rupees(order.order_amount)],
    ['Currency', order.order_currency],
    ['Payment Group', payment.payment_group],
    ['Card Type', card?.card_type],
    ['Bank', card?.card_bank_name],
    ['Network', card?.card_network],
    ['UPI ID', upi?.upi_id],
  ];
  return (
    <Section title="Payment Gateway Details">
      <Facts facts={facts.filter((fact): fact is [string, string] => Boolean(fact[1]))} />
    </Section>
  );
}
