// One exam of a stream, as it is.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { rupees } from '@/lib/format';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { count, date } from '@/portal/kit/ui/format';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { clock } from './clock';

interface Props {
  detail: ExamDetail;
  onEdit: () => void;
  onDelete: () => void;
}

export function ExamDetailCard({ detail, onEdit, onDelete }: Props) {
  const name = detail.examName || 'Exam without a name';
  const facts = [
    `${date(detail.date)}, ${clock(detail.timeStart)} to ${clock(detail.timeEnd)}`,
    detail.venue,
    rupees(detail.examFee),
  ].filter(Boolean);
  return (
    <Flex gap="3" wrap="wrap" align="flex-start" padding="3" borderRadius="s" background="paper">
      {detail.image && <Picture src={detail.image} alt="" loading="lazy" />}
      <Box flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
        <Box asChild fontSize="m" margin="0">
          <h4>{name}</h4>
        </Box>
        <Box fontSize="s" color="ink-soft">
          {facts.join(' · ')}
        </Box>
        {typeof detail.capacity === 'number' && (
          <Box fontSize="s" fontVariantNumeric="tabular-nums">
            {placesOf(detail.capacity, detail.places)}
          </Box>
        )}
        {detail.details && (
          <Box fontSize="s" whiteSpace="pre-line">
            {detail.details}
          </Box>
        )}
      </Box>
      <RowActions name={name} edit={onEdit} onDelete={onDelete} />
    </Flex>
  );
}

/** How many are taken by those who have paid, held by those who have not yet, and left. */
function placesOf(capacity: number, places: ExamDetail['places']): string {
  if (!places) return `${count(capacity)} places`;
  const { taken, held, left, beyond } = places;
  const parts = [
    `${count(capacity)} places`,
    `${count(taken)} paid`,
    `${count(held)} held`,
    `${count(left)} left`,
  ];
  if (beyond > 0) parts.push(`${count(beyond)} too many`);
  return parts.join(' · ');
}

const Picture = chakra('img', {
  base: { width: '6rem', height: '4rem', objectFit: 'cover', borderRadius: 's', background: 'surface' },
});
