// What came of the exams, by the link of the pass: on a screen, and as a letter on one page of paper.
import { PassLinkPage } from '@/components/PassLinkPage';
import { fetchResults, findPass } from '@/lib/api/payments';
import type { OwnResult, Pass } from '@/lib/api/types';
import { paths } from '@/lib/paths';
import { Letter } from './Letter';
import { NotYet } from './NotYet';

const words = {
  failed: 'The results could not be loaded.',
  opens: 'Your results open with the link of your pass, which is in the mail that you got after paying.',
  open: 'See the results',
};

interface Found {
  pass: Pass;
  /** None before they are published. */
  results: readonly OwnResult[] | undefined;
}

async function find(orderId: string): Promise<Found | undefined> {
  const [found, results] = await Promise.all([findPass(orderId), fetchResults(orderId)]);
  return found && { pass: found.pass, results };
}

export function ResultsPage() {
  return (
    <PassLinkPage title="Your results" name="results" load={find} words={words} to={paths.resultsOf}>
      {({ pass, results }, look) =>
        results ? <Letter pass={pass} results={results} /> : <NotYet pass={pass} look={look} />
      }
    </PassLinkPage>
  );
}
