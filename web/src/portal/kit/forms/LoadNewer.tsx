// Takes over what somebody else has saved in the meantime.
import { useState } from 'react';
import { Button } from '@/portal/kit/ui/elements';

interface Props {
  /** What becomes of what was typed. */
  children: string;
  load: () => Promise<unknown>;
}

export function LoadNewer({ children, load }: Props) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      <p>{children}</p>
      <Button
        look="quiet"
        size="small"
        marginTop="3"
        onClick={() => {
          setFailed(false);
          load().catch(() => {
            setFailed(true);
          });
        }}
      >
        Load the newer version
      </Button>
      {hasFailed && <p>The newer version could not be loaded. Please try again.</p>}
    </>
  );
}
