import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceOf } from '@/lib/knownDevice';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderApp } from '@/portal/testing/renderApp';
import { field, heading, serveSession, tokenOf } from '@/portal/testing/signIn';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';

const link = '0123456789ABCDEFGHJK.0123456789ABCDEFGHJKMNPQRS';
const at = `${portalPaths.invitation}#${link}`;
const invitation = { username: 'meera', role: 'accountant', expires_at: '2025-05-23T04:30:00Z' };
const chosen = 'kadavu plum lantern';
const token = tokenOf('meera');
const over = refusal(404, 'invitation_over', 'This link cannot be used. It is good once.');

beforeEach(() => {
  serveSession();
});

async function choose(user: ReturnType<typeof renderApp>['user'], password = chosen) {
  await user.type(await field(/New password/), password);
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
}

describe('an invitation', () => {
  it('says who is invited as what, takes a password, and leads into the portal', async () => {
    const looked = serveCall('post', '/api/admin/invitation', invitation);
    const sent = serveCall('put', '/api/admin/invitation', {
      token,
      device: 'd',
      msg: 'Login successful.',
    });
    const { user, address } = renderApp(at);
    expect(await screen.findByText(/You are invited as meera, with the role Accountant/)).toBeVisible();
    await choose(user);
    expect(await heading('Dashboard')).toBeVisible();
    expect(address()).toBe('/dashboard');
    expect(looked[0]?.body).toEqual({ token: link });
    expect(sent[0]?.body).toEqual({ token: link, password: chosen });
    expect(session.token()).toBe(token);
    expect(deviceOf('meera')).toBe('d');
  });

  it('says at its field why a password is refused, and keeps what was typed', async () => {
    serveCall('post', '/api/admin/invitation', invitation);
    serveCall(
      'put',
      '/api/admin/invitation',
      refusal(422, 'invalid_field', 'This is too easy to guess.', 'password'),
    );
    const { user } = renderApp(at);
    await choose(user, 'password1234');
    expect(await screen.findByText('This is too easy to guess.')).toBeVisible();
    expect(await field(/New password/)).toHaveValue('password1234');
    expect(await field(/New password/)).toBeInvalid();
  });

  it('tells nothing of a link that is over, and leaves who is signed in here alone', async () => {
    const mine = tokenOf('asha');
    session.start(mine);
    const looked = serveCall('post', '/api/admin/invitation', over);
    renderApp(at);
    expect(await heading('This link cannot be used')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(looked[0]?.headers.get('Authorization')).toBeNull();
    expect(session.token()).toBe(mine);
  });

  it('is over when somebody else was faster', async () => {
    serveCall('post', '/api/admin/invitation', invitation);
    serveCall('put', '/api/admin/invitation', over);
    const signedIn = serveCall('post', '/api/admin/login', { token, device: 'd', msg: '' });
    const { user } = renderApp(at);
    await choose(user);
    expect(await heading('This link cannot be used')).toBeVisible();
    expect(signedIn).toHaveLength(0);
  });

  it('signs in when it is pressed again after an answer that was lost', async () => {
    serveCall('post', '/api/admin/invitation', invitation);
    server.use(http.put('*/api/admin/invitation', () => HttpResponse.error(), { once: true }));
    const { user } = renderApp(at);
    await choose(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('it is not known whether this was done');
    serveCall('put', '/api/admin/invitation', over);
    const signedIn = serveCall('post', '/api/admin/login', { token, device: 'd', msg: '' });
    await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
    expect(await heading('Dashboard')).toBeVisible();
    expect(signedIn[0]?.body).toEqual({ username: 'meera', password: chosen });
  });

  it('asks an account with a second factor for a code', async () => {
    serveCall('post', '/api/admin/invitation', invitation);
    serveCall('put', '/api/admin/invitation', { second_factor: 'totp', challenge: 'c' });
    serveCall('post', '/api/admin/login/second-factor', { token, device: 'd', msg: '' });
    const { user } = renderApp(at);
    await choose(user);
    await user.type(await field(/Code from your authenticator app/), '123456{Enter}');
    expect(await heading('Dashboard')).toBeVisible();
  });

  it('can be looked at again when the server gave no answer', async () => {
    server.use(http.post('*/api/admin/invitation', () => HttpResponse.error(), { once: true }));
    const { user } = renderApp(at);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveCall('post', '/api/admin/invitation', invitation);
    await user.click(again);
    expect(await field(/New password/)).toBeVisible();
  });
});
