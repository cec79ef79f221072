import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { banner, fillAndPress } from '@/site/testing/fillForm';
import { stubProvider } from '@/testing/provider';
import { controlTime } from '@/testing/render';
import { allColleges, created, serve } from '@/testing/server';

const never = () => new Promise<undefined>(() => undefined);

describe('the payment page does not open', () => {
  beforeEach(() => {
    serve.packages([allColleges]);
    serve.emailCheck();
    serve.createOrder(created);
  });

  it('because the script is blocked, also at the second try', async () => {
    const { sources } = stubProvider(never, ['blocked']);
    const advance = controlTime();
    await fillAndPress();
    await waitFor(() => expect(sources).toHaveLength(1));
    await advance(1_000);
    expect(await banner()).toHaveTextContent(
      'The payment page could not be loaded, and nothing has been charged.',
    );
    expect(sources).toHaveLength(2);
  });

  it('at first, but at the second try', async () => {
    const { checkout } = stubProvider(never, ['blocked', 'loaded']);
    await fillAndPress();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
  });

  it('because a blocker answers with an empty script', async () => {
    stubProvider(never, ['empty']);
    await fillAndPress();
    expect(await banner()).toHaveTextContent('The payment page could not be loaded');
  });

  it('because the script never comes', async () => {
    stubProvider(never, ['silent']);
    const advance = controlTime();
    await fillAndPress();
    await waitFor(() => expect(document.head.append).toHaveBeenCalled());
    await advance(15_000);
    await advance(1_000);
    await advance(15_000);
    expect(await banner()).toHaveTextContent('The payment page could not be loaded');
  });

  it('because the checkout says why', async () => {
    stubProvider(() => Promise.resolve({ error: { message: 'The bank is closed' } }));
    await fillAndPress();
    expect(await banner()).toHaveTextContent('The bank is closed');
  });

  it('because the checkout does not say why', async () => {
    stubProvider(() => Promise.resolve({ error: {} }));
    await fillAndPress();
    expect(await banner()).toHaveTextContent('The payment was not completed.');
  });

  it('because the checkout throws', async () => {
    stubProvider(() => Promise.reject(new Error('payment_session_id_invalid')));
    await fillAndPress();
    expect(await banner()).toHaveTextContent('payment_session_id_invalid');
  });

  it('because the checkout throws nothing that speaks', async () => {
    stubProvider(() => Promise.reject(new Error()));
    await fillAndPress();
    expect(await banner()).toHaveTextContent('Payment initialization failed');
  });

  it('and nothing happens at all', async () => {
    const { checkout } = stubProvider();
    const advance = controlTime();
    await fillAndPress();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    await advance(30_000);
    expect(await banner()).toHaveTextContent('The payment page did not open, and nothing has been charged.');
    expect(screen.getByRole('button', { name: 'Register Now' })).toBeEnabled();
  });
});
