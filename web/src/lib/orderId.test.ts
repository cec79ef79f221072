import { expect, it } from 'vitest';
import { readOrderId } from './orderId';

it.each([
  ['order_id=abc', 'abc'],
  ['order_id=abc&order_id=abc', 'abc'],
  ['order_id=abc?order_id=abc', 'abc'],
  ['order_id={order_id}&order_id=abc', 'abc'],
  ['order_id=&order_id=abc', 'abc'],
  ['order_id=abc.', 'abc'],
  ['order_id=%E2%80%8Eabc%E2%80%AC).', 'abc'],
  ['order_id=', undefined],
  ['order_id={order_id}', undefined],
  ['', undefined],
])('reads %j as %j', (query, expected) => {
  expect(readOrderId(new URLSearchParams(query))).toBe(expected);
});
