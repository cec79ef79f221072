// The receipt of a payment at the counter, on paper once more.
import Printer from 'lucide-react/icons/printer';
import { ReceiptPaper, type Receipt } from '@/portal/kit/receipt/ReceiptPaper';
import { Button } from '@/portal/kit/ui/elements';
import { useFreshPrinting } from '@/portal/kit/ui/useFreshPrinting';

/** `read` gives it as it is now, with what has been corrected or has gone back since the page was read. */
export function PrintReceipt({ read }: { read: () => Promise<Receipt | undefined> }) {
  const { printed, isReading, printFresh } = useFreshPrinting<Receipt>();
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-disabled={isReading || undefined}
        onClick={() => {
          void printFresh(read);
        }}
      >
        <Printer size={16} aria-hidden="true" />
        Print receipt
      </Button>
      {printed && <ReceiptPaper receipt={printed} />}
    </>
  );
}
