// Prints a page beside the pass, and says what else there is where no print window comes, as in browsers inside apps.
import { useEffect, useRef, useState } from 'react';
import type { Pass } from '@/lib/api/types';
import { Button } from './Button';
import { print } from './inApp';
import { OtherWay } from './OtherWay';

interface Props {
  pass: Pass;
  children: string;
}

export function PrintButton({ pass, children }: Props) {
  const [failures, setFailures] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, [failures]);
  const printPage = async () => {
    const hasWindow = await print();
    setFailures((before) => (hasWindow ? 0 : before + 1));
  };
  return (
    <>
      <Button onClick={() => void printPage()}>{children}</Button>
      {failures > 0 && <OtherWay of="print" pass={pass} page="other" heading={heading} />}
    </>
  );
}
