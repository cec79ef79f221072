// That the candidate's address has paid for the same in another registration, too: each of the two pages names the other.
import { rupees } from '@/lib/format';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Notice, TextLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';

type Others = NonNullable<AnswerOf<'/api/customers/{customerId}'>['paid_twice']>;

export function PaidTwice({ others, name }: { others: Others; name: string }) {
  const isOfOthers = others.every((other) => other.name !== name);
  return (
    <Notice tone="warning" marginTop="3">
      <p>
        {isOfOthers
          ? 'The same address has paid for the same in another name, too. If these are two people, nothing is wrong.'
          : 'Paid twice: the same address has paid for the same in another registration, too. One of the two can be refunded.'}
      </p>
      <ul>
        {others.map((other) => (
          <li key={other.order_id}>
            <TextLink to={portalPaths.customer(other.customer_id)} translate="no">
              {other.name}
            </TextLink>
            <span>{`: ${rupees(other.amount)} for ${other.paid_for}${other.paid_at ? `, ${dateTime(other.paid_at)}` : ''}`}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
