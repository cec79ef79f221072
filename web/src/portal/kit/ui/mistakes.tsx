// The mistakes of a file that was uploaded, line by line.
import type { Column } from './DataTable';

/** What is wrong with a file, and where. */
export interface FileMistake {
  line: number;
  column: string;
  code: string;
  message: string;
}

export const mistakeColumns: readonly Column<FileMistake>[] = [
  { header: 'Line', isTitle: true, isWhole: true, cell: ({ line }) => `Line ${String(line)}` },
  { header: 'Column', isWhole: true, cell: ({ column }) => <span translate="no">{column || '—'}</span> },
  { header: 'What is wrong', cell: ({ message }) => message },
];

export const keyOfMistake = ({ line, column, code }: FileMistake) => `${String(line)} ${column} ${code}`;
