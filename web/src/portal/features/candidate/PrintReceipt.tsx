// The receipt of a payment at the counter, on paper once more.
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ReceiptPaper, type Receipt } from '@/portal/kit/receipt/ReceiptPaper';
import { Button } from '@/portal/kit/ui/elements';

export function PrintReceipt({ receipt }: { receipt: Receipt }) {
  const [isPrinting, setPrinting] = useState(false);
  const print = () => {
    // On the page before it is printed, and until it is: some browsers go on at once.
    flushSync(() => {
      setPrinting(true);
    });
    addEventListener(
      'afterprint',
      () => {
        setPrinting(false);
      },
      { once: true },
    );
    window.print();
  };
  return (
    <>
      <Button look="quiet" size="small" onClick={print}>
        <Printer size={16} aria-hidden="true" />
        Print receipt
      </Button>
      {isPrinting && <ReceiptPaper receipt={receipt} />}
    </>
  );
}
