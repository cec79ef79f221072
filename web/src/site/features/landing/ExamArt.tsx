// A drawing for each field of study, in the colours of the site.
import { landing } from '@/content/landing';
import styles from './ExamArt.module.css';

type Field = (typeof landing.exams)[number]['field'];

const drawings: Readonly<Record<Field, string>> = {
  // A gear and a circuit.
  engineering:
    'M60 30l6 0 2 8 7 3 7-4 5 5-4 7 3 7 8 2v6l-8 2-3 7 4 7-5 5-7-4-7 3-2 8h-6l-2-8-7-3-7 4-5-5 4-7-3-7-8-2v-6l8-2 3-7-4-7 5-5 7 4 7-3zM63 52a11 11 0 1 0 .1 0M104 40h22v24M126 64h14M104 84h30v-8',
  // Bars that grow.
  business: 'M36 92V66h18v26zM66 92V50h18v42zM96 92V34h18v58zM28 92h98M36 46l28-16 22 8 34-20M108 18h12v12',
  // A heart with its beat.
  health:
    'M80 96C40 72 34 50 46 38c10-10 26-7 34 6 8-13 24-16 34-6 12 12 6 34-34 58zM34 64h24l8-14 12 26 8-12h40',
  // An atom over the hills.
  science:
    'M80 58a5 5 0 1 0 .1 0M80 34c10 0 18 12 18 28s-8 28-18 28-18-12-18-28 8-28 18-28zM56 48c5-9 20-8 34 0s22 20 17 28-20 8-34 0-22-20-17-28zM104 48c-5-9-20-8-34 0s-22 20-17 28 20 8 34 0 22-20 17-28z',
  // A pencil and its line.
  design: 'M44 88l6-20 50-50 14 14-50 50zM50 68l14 14M92 26l14 14M44 100q20-12 40 0t40 0',
  // Scales.
  law: 'M80 26v66M56 92h48M46 38h68M46 38L32 66h28zM114 38l-14 28h28zM32 66q14 14 28 0M100 66q14 14 28 0',
  // A dish under its cover.
  hospitality: 'M38 82a42 42 0 0 1 84 0zM30 82h100M38 94h84M80 40v-8M76 32h8M54 72q4-16 18-20',
};

export function ExamArt({ field }: { field: Field }) {
  return (
    <svg className={styles.art} viewBox="0 0 160 120" aria-hidden="true">
      <path
        d={drawings[field]}
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
