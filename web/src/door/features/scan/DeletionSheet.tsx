// The second step before what this phone alone knows is deleted. Its button takes no press at first: a double tap is one step.
import { Button } from '@/components/Button';
import { Sheet } from '@/door/kit/ui/Sheet';
import { useStill } from '@/door/kit/ui/useStill';
import styles from './sheets.module.css';

interface Props {
  id: string;
  /** A name or a number; neither is translated. */
  who: string | undefined;
  /** When and where. */
  place: string;
  close: () => void;
  remove: () => void;
}

export function DeletionSheet({ id, who, place, close, remove }: Props) {
  const isStill = useStill(id);
  return (
    <Sheet title="Delete it for good?" close={close}>
      <div className={styles.form}>
        <p>
          <strong translate={who ? 'no' : undefined}>{who ?? 'A pass of this phone'}</strong>
        </p>
        <p>{place}</p>
        <p>The server does not have it, and neither has any other phone. Deleted here, it is lost.</p>
        <Button look="quiet" disabled={!isStill} onClick={remove}>
          <span>Delete it for good</span>
        </Button>
        <Button onClick={close}>
          <span>Keep it</span>
        </Button>
      </div>
    </Sheet>
  );
}
