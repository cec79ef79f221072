// For a page of which something did not come, or is at fault: it starts afresh.
import { Button } from './Button';

export function LoadAgain() {
  return (
    <Button
      onClick={() => {
        location.reload();
      }}
    >
      Load again
    </Button>
  );
}
