// An administrator signs in, with what the server answers to that and shows first.
import { screen } from '@testing-library/react';
import { serveCall } from '@/testing/calls';
import { dashboard, noLogs } from './records';
import type { renderApp } from './renderApp';

/** As the server makes them, but for the signature. */
export const tokenOf = (username: string, role = 'admin') => {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 'a1', username, role }));
  return `e30.${btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')}.c2ln`;
};

export const serveSession = () => {
  serveCall('get', '/api/admin/dashboard', dashboard);
  serveCall('get', '/api/admin/logs', noLogs);
};

export const field = (name: RegExp) => screen.findByLabelText(name);

export async function signIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await field(/Username/), 'admin');
  await user.type(await field(/Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

export const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
