// What became of each candidate of a bulk action.
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { TextLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { OutcomeList, OutcomeRow, Outcomes } from '@/portal/kit/ui/Outcomes';
import { reasonInWords, type BulkAction } from './words';

type Result = AnswerOf<'/api/bulk/{id}/results'>['results'][number];

export function Results({ bulk: { bulk_id, done, skipped, failed } }: { bulk: BulkAction }) {
  return (
    <Outcomes
      heading="Results"
      label="What became of them"
      outcomes={[
        { id: 'done', label: 'Done', total: done },
        { id: 'skipped', label: 'Passed over', total: skipped },
        { id: 'failed', label: 'Failed', total: failed },
      ]}
    >
      {(outcome, total) => <Outcome key={outcome} id={bulk_id} outcome={outcome} total={total} />}
    </Outcomes>
  );
}

function Outcome({ id, outcome, total }: { id: string; outcome: string; total: number }) {
  const path = { id };
  const answer = useAnswer('/api/bulk/{id}/results', { path, query: { outcome } });
  return (
    <OutcomeList
      answer={answer}
      partOf={({ results, next }) => ({ items: results, next })}
      readBehind={(after) => read('/api/bulk/{id}/results', { path, query: { outcome, after } })}
      total={total}
      things="results"
    >
      {(one) => <Entry key={one.customer_id} result={one} />}
    </OutcomeList>
  );
}

function Entry({ result: { customer_id, name, reason, at } }: { result: Result }) {
  const said = [dateTime(at), reason && reasonInWords(reason)].filter(Boolean).join(' · ');
  return (
    <OutcomeRow
      who={
        <TextLink isAlone to={portalPaths.customer(customer_id)} translate="no">
          {name ?? customer_id}
        </TextLink>
      }
      said={said}
    />
  );
}
