// The order id in the address of the return, failed and pass pages.

/**
 * Reads `order_id`, also when the provider appended it a second time (`?order_id=a&order_id=a`, or
 * `?order_id=a?order_id=a`) or left its placeholder in. Undefined when there is none.
 */
export function readOrderId(params: URLSearchParams): string | undefined {
  return params
    .getAll('order_id')
    .map((value) => (value.split('?')[0] ?? '').trim())
    .find((value) => value !== '' && value !== '{order_id}');
}
