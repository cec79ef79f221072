// Before anything is published: for which exams, and what to do meanwhile.
import type { Look } from '@/components/PassLinkPage';
import { LookAgain, PassNote } from '@/components/PassNote';
import type { Pass } from '@/lib/api/types';
import styles from './NotYet.module.css';

/** More exams than this are a list to scroll through, which says nothing. */
const fewExams = 4;

export function NotYet({ pass, look }: { pass: Pass; look: Look }) {
  return (
    <PassNote heading="No results yet" pass={pass}>
      <p role="status">
        Nothing is published for this pass so far. The organisers publish each exam by itself, as soon as it
        is marked.
      </p>
      {pass.exams.length <= fewExams && (
        <ul className={styles.exams}>
          {pass.exams.map(({ examName, collegeName }) => (
            <li key={`${collegeName} ${examName}`}>{`${examName}, ${collegeName}`}</li>
          ))}
        </ul>
      )}
      <p>Keep the link of this page: the results will be here.</p>
      <LookAgain {...look} />
    </PassNote>
  );
}
