// The page of one candidate, as the server describes them.
import { screen } from '@testing-library/react';
import { serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import type { file } from './records';
import { renderScreen } from './renderScreen';

export const open = async () => {
  const view = renderScreen(portalPaths.customer('cust-1'));
  await screen.findByRole('heading', { name: 'Payment History' });
  return view;
};

export const serveFile = (...files: ReturnType<typeof file>[]) => {
  serveCall('get', '/api/customers/{customerId}/exams', { open: true, version: 0, chosen: [], exams: [] });
  return serveCall('get', '/api/customers/{customerId}', ...files);
};
