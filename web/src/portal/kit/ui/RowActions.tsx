// Edit and Delete of one of many. Its name is there for those who hear the buttons one by one.
import { Flex, type FlexProps } from '@chakra-ui/react';
import { Button, ButtonLink } from './elements';

interface Props extends FlexProps {
  name: string;
  /** Where it is edited, or how. */
  edit: string | (() => void);
  onDelete: () => void;
}

export function RowActions({ name, edit, onDelete, ...style }: Props) {
  const editing = { look: 'quiet', size: 'small', 'aria-label': `Edit ${name}`, children: 'Edit' } as const;
  return (
    <Flex gap="2" whiteSpace="nowrap" {...style}>
      {typeof edit === 'string' ? (
        <ButtonLink to={edit} {...editing} />
      ) : (
        <Button onClick={edit} {...editing} />
      )}
      <Button look="harm" size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </Flex>
  );
}
