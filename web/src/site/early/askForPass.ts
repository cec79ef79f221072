// Asks for the pass while the code that shows it is still on its way. `call` takes the answer over.
import { askAhead } from '@/lib/api/ahead';
import { readOrderId } from '@/lib/orderId';

const orderId = readOrderId(new URLSearchParams(location.search));
if (orderId) askAhead(`/api/order/${encodeURIComponent(orderId)}`);
