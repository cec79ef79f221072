// A student fills in the registration form and sends it.
import { act, screen } from '@testing-library/react';
import { renderApp } from './renderApp';

/** The click alone: whatever it starts goes on after the call. */
export const press = () => {
  act(() => {
    screen.getByRole('button', { name: 'Register Now' }).click();
  });
};

export const banner = () => screen.findByRole('alert', undefined, { timeout: 3_000 });

export async function fillAndPress(choose?: 'one college') {
  const app = renderApp('/#register');
  await screen.findByText('Includes all colleges and courses. No selection needed.');
  if (choose) {
    await app.user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    await app.user.selectOptions(screen.getByLabelText('College'), 'Periyar Institute');
    await app.user.selectOptions(screen.getByLabelText('Course'), 'BBA');
  }
  await app.user.type(screen.getByLabelText('Name'), 'Asha Nair');
  await app.user.type(screen.getByLabelText('Email'), 'asha@example.com');
  await app.user.type(screen.getByLabelText('Phone'), '9876543210');
  press();
  return app;
}
