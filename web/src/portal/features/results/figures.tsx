// A result in columns: of a file, of the draft, or what it was before a correction.
import type { components } from '@/lib/api/schema';
import type { Column } from '@/portal/kit/ui/DataTable';

type Figures = components['schemas']['ExamResult'];

export interface NamedResult extends Figures {
  name: string | null;
  pass_no: string;
}

export const marksOf = ({ absent, marks, out_of }: Figures) =>
  absent ? 'Absent' : `${String(marks)} of ${String(out_of)}`;

/** In one line, for a history. */
export function inWords(result: Figures | null): string {
  if (result === null) return 'none';
  const { rank, scholarship_percent, remark } = result;
  const parts = [
    marksOf(result),
    rank !== null && `rank ${String(rank)}`,
    scholarship_percent !== null && `scholarship ${String(scholarship_percent)} %`,
    remark && `“${remark}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

export const figureColumns: readonly Column<NamedResult>[] = [
  { header: 'Name', isTitle: true, cell: ({ name }) => <span translate="no">{name ?? 'Gone'}</span> },
  { header: 'Pass no.', isWhole: true, cell: ({ pass_no }) => <span translate="no">{pass_no}</span> },
  { header: 'Marks', isWhole: true, cell: marksOf },
  { header: 'Rank', align: 'end', cell: ({ rank }) => rank ?? '—' },
  {
    header: 'Scholarship',
    align: 'end',
    cell: ({ scholarship_percent: percent }) => (percent === null ? '—' : `${String(percent)} %`),
  },
  { header: 'Remark', cell: ({ remark }) => remark || '—' },
];
