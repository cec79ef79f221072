import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { event } from '@/content/event';
import { siblingOrders } from '@/lib/registration/siblingOrders';
import { controlTime, renderRoutes } from '@/testing/render';
import { serve } from '@/testing/server';
import { ChargedTwice } from './ChargedTwice';

const open = () => renderRoutes(<ChargedTwice orderId="order_2" />, '/');

it('asks nothing about an order that had no other beside it', async () => {
  siblingOrders.set(['order_8', 'order_9']);
  const asked = serve.status({ status: 'PAID', attempt: 'none' });
  open();
  await new Promise((passed) => setTimeout(passed, 50));
  expect(asked).toEqual([]);
});

it('says who was charged twice, what happens next and whom to write to, when the other money arrives', async () => {
  const advance = controlTime();
  siblingOrders.set(['order_1', 'order_2']);
  const asked = serve.status({ status: 'EXPIRED', attempt: 'pending' }, { status: 'PAID', attempt: 'none' });
  open();
  await waitFor(() => expect(asked).toEqual(['order_1']));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await advance(30_000);
  expect(await screen.findByRole('heading', { name: 'You have been charged twice' })).toBeVisible();
  expect(screen.getByText(/Our team has been notified of both/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', `mailto:${event.contact.email}`);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'order_2',
    'order_1',
  ]);
  await advance(60_000);
  expect(asked).toHaveLength(2);
});
