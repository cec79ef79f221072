import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { renderApp } from '@/portal/testing/renderApp';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dashboard } from '@/portal/testing/records';
import { field, heading, serveSession, signIn, tokenOf } from '@/portal/testing/signIn';
import { deviceOf } from '@/lib/knownDevice';

beforeEach(() => {
  serveSession();
});

describe('signing in', () => {
  it('leads to the dashboard, and the shared client carries the token', async () => {
    const token = tokenOf('meera');
    const sent = serveCall('post', '/api/admin/login', { token, device: 'd', msg: 'Login successful.' });
    const asked = serveCall('get', '/api/admin/dashboard', dashboard);
    const { user, address } = renderApp(portalPaths.login);
    await signIn(user);
    expect(await heading('Dashboard')).toBeVisible();
    expect(address()).toBe('/dashboard');
    expect(sent[0]?.body).toEqual({ username: 'admin', password: 'secret' });
    expect(sent[0]?.headers.get('Authorization')).toBeNull();
    expect(asked[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`);
    expect(screen.getByText('Welcome,')).toHaveTextContent('Welcome, meera');
  });

  it('shows the server’s words about a wrong password, and stays', async () => {
    serveCall('post', '/api/admin/login', refusal(401, 'unauthorized', 'Invalid credentials.'));
    const { user, address } = renderApp(portalPaths.login);
    await signIn(user);
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('Invalid credentials.');
    expect(banner).toHaveFocus();
    expect(address()).toBe('/login');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it.each([
    [401, 'Invalid credentials.'],
    [500, 'Error logging in.'],
  ])('has words of its own for a %s without any', async (status, words) => {
    serveCall('post', '/api/admin/login', refusal(status, 'x', ''));
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  it('says that it failed when the answer holds no token', async () => {
    serveCall('post', '/api/admin/login', { token: '', device: '', msg: '' });
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed');
  });

  it('sends what this browser was given at the last sign-in of the same name, and keeps it past the session', async () => {
    serveCall('post', '/api/admin/login', {
      token: tokenOf('meera'),
      device: 'first',
      msg: 'Login successful.',
    });
    serveCall('post', '/api/admin/logout', { message: '' });
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    const sent = serveCall('post', '/api/admin/login', {
      token: tokenOf('meera'),
      device: 'second',
      msg: 'Login successful.',
    });
    await user.type(await field(/Username/), 'ADMIN');
    await user.type(await field(/Password/), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await heading('Dashboard');
    expect(sent[0]?.body).toEqual({ username: 'ADMIN', password: 'secret', device: 'first' });
    expect(deviceOf('admin')).toBe('second');
    expect(deviceOf('meera')).toBeUndefined();
  });

  describe('after too many failures', () => {
    const paused = (seconds: number | undefined) => {
      server.use(
        http.post('*/api/admin/login', () =>
          HttpResponse.json(
            { code: 'too_many_requests', message: 'Too many failed attempts to sign in.' },
            { status: 429, headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) } },
          ),
        ),
      );
    };

    it('counts the pause down, keeps what was typed, and lets the person try again', async () => {
      const pass = controlTime();
      paused(65);
      const { user } = renderApp(portalPaths.login);
      await signIn(user);
      const button = screen.getByRole('button', { name: 'Sign in' });
      expect(await screen.findByText('You can try again in 1 min 5 s.')).toBeVisible();
      const aloud = () => screen.getByRole('status').textContent;
      const first = 'Too many failed attempts to sign in. You can try again in 1 min 5 s.';
      expect(aloud()).toBe(first);
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveFocus();
      expect(screen.getByLabelText(/Password/)).toHaveValue('secret');

      const sent = serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
      await user.click(button);
      await pass(10_000);
      expect(screen.getByText('You can try again in 55 s.')).toBeVisible();
      expect(aloud()).toBe(first);
      await user.keyboard('{Enter}');
      expect(sent).toHaveLength(0);

      await pass(56_000);
      expect(aloud()).toBe('You can try again now.');
      expect(button).not.toHaveAttribute('aria-disabled');
      await user.keyboard('{Enter}');
      expect(await heading('Dashboard')).toBeVisible();
      expect(sent[0]?.body).toEqual({ username: 'admin', password: 'secret' });
    });

    it('waits a minute where nobody says for how long', async () => {
      controlTime();
      paused(undefined);
      const { user } = renderApp(portalPaths.login);
      await signIn(user);
      expect(await screen.findByText('You can try again in 1 min.')).toBeVisible();
    });

    it('has a longer pause in place of a shorter one', async () => {
      const pass = controlTime();
      paused(1);
      const { user } = renderApp(portalPaths.login);
      await signIn(user);
      await screen.findByText('You can try again in 1 s.');
      await pass(1_500);
      paused(2);
      await user.keyboard('{Enter}');
      expect(await screen.findByText('You can try again in 2 s.')).toBeVisible();
    });
  });

  it('asks nothing of the server while name or password are missing', async () => {
    const { user } = renderApp(portalPaths.login);
    await user.type(await field(/Username/), 'admin');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Password is required');
  });

  it('says that it is under way', async () => {
    serveCall('post', '/api/admin/login', new Promise<never>(() => undefined));
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  });
});

describe('a second factor', () => {
  const asked = { second_factor: 'totp', challenge: 'ch' };

  it('is asked for after the password, and a wrong code stays in its field', async () => {
    const token = tokenOf('meera');
    serveCall('post', '/api/admin/login', asked);
    const sent = serveCall(
      'post',
      '/api/admin/login/second-factor',
      refusal(401, 'invalid_code', 'This code is not right.'),
      { token, device: 'd', msg: 'Login successful.' },
    );
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    const code = await field(/Code from your authenticator app/);
    expect(code).toHaveFocus();
    await user.type(code, '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
    expect(code).toHaveValue('123456');
    await user.type(code, '{Enter}');
    expect(await heading('Dashboard')).toBeVisible();
    expect(sent[0]?.body).toEqual({ challenge: 'ch', code: '123456' });
    expect(sent[0]?.headers.get('Authorization')).toBeNull();
    expect(deviceOf('admin')).toBe('d');
  });

  it('asks for the next code where the answer to one is lost', async () => {
    serveCall('post', '/api/admin/login', asked);
    serveCall('post', '/api/admin/login/second-factor', lostAnswer);
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    await user.type(await field(/Code from your authenticator app/), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Login failed. Please try again with the next code.',
    );
  });

  it('that took too long leads back to the password, and says so', async () => {
    serveCall('post', '/api/admin/login', asked);
    serveCall(
      'post',
      '/api/admin/login/second-factor',
      refusal(401, 'challenge_expired', 'This took too long.'),
    );
    const { user } = renderApp(portalPaths.login);
    await signIn(user);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(await field(/Recovery code/), 'AAAAAA{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This took too long.');
    expect(await field(/Username/)).toHaveValue('admin');
  });
});
