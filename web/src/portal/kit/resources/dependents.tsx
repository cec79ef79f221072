// What depends on a thing of the catalogue, in words.
import { Fragment, type ReactNode } from 'react';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { TextLink } from '@/portal/kit/ui/elements';
import { saleStateLabel } from '@/portal/kit/ui/saleState';

/** As the addresses of the API name the parts of the catalogue. */
export type CatalogueKind = 'packages' | 'colleges' | 'exam-details' | 'exams';

export type Dependents = AnswerOf<'/api/catalogue/{kind}/{id}/dependents'>;

const things: Readonly<Record<CatalogueKind, string>> = {
  packages: 'this package',
  colleges: 'an exam of this college',
  'exam-details': 'this exam',
  exams: 'an exam of this stream',
};

const count = (number: number, one: string, many: string) => `${String(number)} ${number === 1 ? one : many}`;

function registered(kind: CatalogueKind, { candidates, paid }: Dependents): string {
  const who = `${count(candidates, 'candidate has', 'candidates have')} ${things[kind]}`;
  if (candidates === 1) return `${who} ${paid === 1 ? 'and has paid' : 'but has not paid'}.`;
  if (paid === 0) return `${who}; none of them has paid.`;
  if (paid === candidates) return `${who}; all of them have paid.`;
  return `${who}; ${count(paid, 'of them has', 'of them have')} paid.`;
}

/** Each thing that depends on it, as a sentence of its own; `leave` is called when a link in one is followed. */
export function factsOf(kind: CatalogueKind, dependents: Dependents, leave: () => void): ReactNode[] {
  const { candidates, paidForAll, packages, colleges, exams } = dependents;
  const thing = kind === 'colleges' ? 'this college' : things[kind];
  const facts: ReactNode[] = [];
  if (candidates > 0) facts.push(registered(kind, dependents));
  if (paidForAll > 0) {
    const passes = kind === 'colleges' ? 'those of this college' : 'this one';
    facts.push(
      `${count(paidForAll, 'candidate has', 'candidates have')} paid for all exams, ${passes} among them.`,
    );
  }
  if (packages.length > 0) {
    facts.push(
      <span>
        <span>{`${count(packages.length, 'package sells', 'packages sell')} ${thing}: `}</span>
        {packages.map(({ _id, name, state }, at) => (
          <Fragment key={_id}>
            <TextLink to={portalPaths.editPackage(_id)} onClick={leave}>
              {name}
            </TextLink>
            <span>{` (${saleStateLabel(state).toLowerCase()})${at + 1 < packages.length ? ', ' : '.'}`}</span>
          </Fragment>
        ))}
      </span>,
    );
  }
  if (colleges.length > 0) {
    facts.push(
      <span>
        <span>{`${count(colleges.length, 'college has', 'colleges have')} ${thing}: `}</span>
        {colleges.map(({ _id, name }, at) => (
          <Fragment key={_id}>
            <TextLink to={portalPaths.editCollege(_id)} onClick={leave}>
              {name}
            </TextLink>
            <span>{at + 1 < colleges.length ? ', ' : '.'}</span>
          </Fragment>
        ))}
      </span>,
    );
  }
  if (exams.length > 0) {
    const names = exams.map(({ name }) => name || 'one without a name').join(', ');
    facts.push(
      kind === 'exams'
        ? `${count(exams.length, 'exam is', 'exams are')} in it: ${names}.`
        : `Its ${count(exams.length, 'exam stays', 'exams stay')} in the catalogue: ${names}.`,
    );
  }
  return facts;
}
