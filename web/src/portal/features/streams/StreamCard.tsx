// One stream, which opens to show its exams.
import { Box, Flex } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { Stream } from '@/portal/kit/api/entries';
import { Button, Card } from '@/portal/kit/ui/elements';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { ExamDetails } from './ExamDetails';

interface Props {
  stream: Stream;
  onEdit: () => void;
  onDelete: () => void;
}

export function StreamCard({ stream, onEdit, onDelete }: Props) {
  const [isOpen, setOpen] = useState(false);
  /** What is typed in an open stream is there again when it is closed and opened. */
  const [wasOpened, setOpened] = useState(false);
  const panel = useId();
  const { categoryName } = stream;
  return (
    <Card>
      <Flex wrap="wrap" gap="3" justify="space-between" align="center">
        <Box asChild fontSize="l" minWidth="0" flex="1 1 14rem">
          <h3>
            <Button
              look="plain"
              width="full"
              paddingInline="0"
              justifyContent="flex-start"
              textAlign="start"
              fontSize="inherit"
              textDecoration="none"
              overflowWrap="anywhere"
              aria-expanded={isOpen}
              aria-controls={panel}
              onClick={() => {
                setOpen(!isOpen);
                setOpened(true);
              }}
            >
              <Box asChild transition="transform 0.15s" transform={isOpen ? 'rotate(90deg)' : undefined}>
                <span aria-hidden="true">▸</span>
              </Box>
              <span>{categoryName}</span>
            </Button>
          </h3>
        </Box>
        <RowActions name={categoryName} edit={onEdit} onDelete={onDelete} />
      </Flex>
      <div id={panel} hidden={!isOpen}>
        {wasOpened && <ExamDetails stream={stream} />}
      </div>
    </Card>
  );
}
