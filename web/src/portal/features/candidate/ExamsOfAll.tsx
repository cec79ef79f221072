// Which exams a candidate sits who has bought all, and the choice of them for who works at the counter.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ExamChoice, type Picked } from '@/components/ExamChoice';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { PageState } from '@/portal/kit/ui/PageState';
import { Section } from './Section';

interface Props {
  customerId: string;
  /** Loads the candidate again, whose timeline names the choice. */
  reload: () => Promise<unknown>;
}

const untouched = { picked: [] };

export function ExamsOfAll({ customerId, reload }: Props) {
  const path = { customerId };
  const answer = useAnswer('/api/customers/{customerId}/exams', { path });
  const [{ picked }, keep] = useKept<{ picked: readonly NonNullable<Picked>[] }>(
    `exams-of-${customerId}`,
    untouched,
  );
  const mayChoose = mayWorkAtCounter(useToken() ?? '');
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = useLocation().hash === '#exams';
  const isThere = answer.data !== undefined;
  useEffect(() => {
    if (!isMeant || !isThere) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isMeant, isThere]);
  return (
    <Section title="Chosen exams" headingRef={heading}>
      <PageState answer={answer} failure="Failed to fetch the exams">
        {(choice) => (
          <ExamChoice
            choice={choice}
            draft={[
              picked[0],
              (now) => {
                keep({ picked: now ? [now] : [] });
              },
            ]}
            isFixed={!mayChoose}
            isByStaff
            save={(exams, version) =>
              call('put', '/api/customers/{customerId}/exams', { path, body: { exams, version } })
            }
            reload={async (saved) => {
              const shown = saved ? answer.mutate(saved, { revalidate: false }) : answer.mutate();
              await Promise.all([shown, reload()]);
            }}
          />
        )}
      </PageState>
    </Section>
  );
}
