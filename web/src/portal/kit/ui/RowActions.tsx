// Edit and Delete, at the end of a row. The name of the row is there for those who hear the buttons one by one.
import { Flex } from '@chakra-ui/react';
import { Button, ButtonLink } from './elements';

interface Props {
  name: string;
  editPath: string;
  onDelete: () => void;
}

export function RowActions({ name, editPath, onDelete }: Props) {
  return (
    <Flex gap="2" whiteSpace="nowrap">
      <ButtonLink to={editPath} look="quiet" size="small" aria-label={`Edit ${name}`}>
        Edit
      </ButtonLink>
      <Button look="danger" size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </Flex>
  );
}
