// A clerk at the counter fills in the form of a registration, and what the server answers to it.
import { screen } from '@testing-library/react';
import { serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from './renderScreen';

export const saved = { success: true, customer_id: 'cust-1', order_id: 'order_1' };
export const paid = { ...saved, receipt_no: 'R-CZ6S-4932-KF26', paid_at: '2025-05-30T12:28:00Z' };
export type User = ReturnType<typeof renderScreen>['user'];

export const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

export const open = async () => {
  serveCall('get', '/api/registration', { open: true });
  const view = renderScreen(portalPaths.newCustomer);
  await screen.findByLabelText(/Full Name/);
  return view;
};

export async function fill(user: User) {
  await user.type(field(/Full Name/), 'Asha Nair');
  await user.type(field(/^Email/), 'Asha@Example.com');
  await user.click(field(/^Phone/));
  await user.paste('+91 98765 43210');
  await user.selectOptions(field(/Payment Mode/), 'Cash');
}

export async function chooseCourse(user: User) {
  await user.selectOptions(field(/^Package/), 'pkg-one');
  await user.selectOptions(field(/^College/), 'Periyar Institute');
  await user.selectOptions(field(/Course Category/), 'BBA');
}

export const press = (user: User) => user.click(screen.getByRole('button', { name: 'Register Customer' }));
