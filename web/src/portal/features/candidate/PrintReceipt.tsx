// The receipt of a payment at the counter, on paper once more.
import Printer from 'lucide-react/icons/printer';
import { ReceiptPaper, type Receipt } from '@/portal/kit/receipt/ReceiptPaper';
import { Button } from '@/portal/kit/ui/elements';
import { usePrinting } from '@/portal/kit/ui/usePrinting';

export function PrintReceipt({ receipt }: { receipt: Receipt }) {
  const { printed, print } = usePrinting<Receipt>();
  return (
    <>
      <Button
        look="quiet"
        size="small"
        onClick={() => {
          print(receipt);
        }}
      >
        <Printer size={16} aria-hidden="true" />
        Print receipt
      </Button>
      {printed && <ReceiptPaper receipt={printed} />}
    </>
  );
}
