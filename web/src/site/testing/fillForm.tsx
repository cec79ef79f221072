// A student fills in the registration form and sends it, and may be given a place in the line.
import { act, screen } from '@testing-library/react';
import { stubProvider } from '@/testing/provider';
import { serve } from '@/testing/server';
import { renderApp } from './renderApp';

/** The click alone: whatever it starts goes on after the call. */
export const press = () => {
  act(() => {
    screen.getByRole('button', { name: 'Register Now' }).click();
  });
};

export const banner = () => screen.findByRole('alert');

export async function fillForm(choose?: 'one college') {
  const app = renderApp('/#register');
  await screen.findByText('Includes all colleges and courses. No selection needed.');
  if (choose) {
    await app.user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    await app.user.selectOptions(screen.getByLabelText('College'), 'Periyar Institute');
    await app.user.selectOptions(screen.getByLabelText('Course'), 'BBA');
  }
  // At once: each key would render the page again. Tests of what happens while somebody types do type.
  for (const [label, text] of [
    ['Name', 'Asha Nair'],
    ['Email', 'asha@example.com'],
    ['Phone', '9876543210'],
  ] as const) {
    await app.user.click(screen.getByLabelText(label));
    await app.user.paste(text);
  }
  return app;
}

export async function fillAndPress(choose?: 'one college') {
  const app = await fillForm(choose);
  press();
  return app;
}

export const waiting = () => screen.findByRole('heading', { name: 'Your place in the line' });

/** Where it says how long it takes. */
export const time = () => screen.getAllByRole('status').find(({ className }) => className === 'time');

/** From the form to a place in the line. */
export async function join(...replies: (() => Response | Promise<Response>)[]) {
  const orders = serve.createOrder(...replies);
  const { checkout } = stubProvider();
  const app = await fillAndPress();
  await waiting();
  return { app, orders, checkout };
}
