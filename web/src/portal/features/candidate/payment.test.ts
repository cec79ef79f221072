import { expect, it } from 'vitest';
import { sumOf, type Payment } from './payment';

it('adds refunds of one state or several to the paisa', () => {
  const refunds = (
    [
      ['SUCCESS', 100.1],
      ['SUCCESS', 200.2],
      ['PENDING', 149.7],
      ['FAILED', 1_000],
    ] as const
  ).map(([status, amount]) => ({ status, amount }));
  const payment = { order_amount: 1_850, refunds } as unknown as Payment;
  expect(sumOf(payment, 'SUCCESS')).toBe(300.3);
  expect(sumOf(payment, 'SUCCESS', 'PENDING')).toBe(450);
  expect(sumOf(payment, 'REQUESTED')).toBe(0);
});

it('adds no more than was paid where a second payment of the order went back as well', () => {
  const refunds = [
    { status: 'SUCCESS', amount: 1_850 },
    { status: 'SUCCESS', amount: 1_850 },
  ];
  const payment = { order_amount: 1_850, refunds } as unknown as Payment;
  expect(sumOf(payment, 'SUCCESS')).toBe(1_850);
});
