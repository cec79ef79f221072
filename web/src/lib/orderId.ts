// The order id in the address of the return, failed and pass pages.
import { plain } from './typed';

/**
 * Reads `order_id`, also when the provider appended it a second time (`?order_id=a&order_id=a`, or
 * `?order_id=a?order_id=a`) or left its placeholder in. Undefined when there is none.
 */
export function readOrderId(params: URLSearchParams): string | undefined {
  return (
    params
      .getAll('order_id')
      // What came along when the link was copied out of a sentence.
      .map((value) => plain(value.split('?')[0] ?? '').replace(/[.,;:)>\]]+$/, ''))
      .find((value) => value !== '' && value !== '{order_id}')
  );
}
