import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { renderApp } from '@/portal/testing/renderApp';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { customers, dashboard, noLogs } from '@/portal/testing/records';
import { answer, question } from '@/portal/testing/renderScreen';
import { endInAnotherTab } from '@/portal/testing/tabs';
import { deviceOf } from '@/lib/knownDevice';
import { usernameIn } from '@/portal/kit/session/username';

/** As the server makes them, but for the signature. */
const tokenOf = (username: string, role = 'admin') => {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 'a1', username, role }));
  return `e30.${btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')}.c2ln`;
};

const serveSession = () => {
  serveCall('get', '/api/admin/dashboard', dashboard);
  serveCall('get', '/api/admin/logs', noLogs);
};
const field = (name: RegExp) => screen.findByLabelText(name);

async function signIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await field(/Username/), 'admin');
  await user.type(await field(/Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 }, { timeout: 15_000 });

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
    expect(screen.getByText('Welcome, meera')).toBeVisible();
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
    await user.click(await screen.findByRole('button', { name: 'Logout' }, { timeout: 15_000 }));
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

describe('the guard', () => {
  it('redirects to the login without a token, and back afterwards, query included', async () => {
    serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
    serveCall('get', '/api/customers', customers(0));
    serveCall('get', '/api/exam-details', []);
    const { user, address } = renderApp('/dashboard/customer-list?status=FAILED');
    await signIn(user);
    expect(await heading('Candidate Management')).toBeVisible();
    expect(address()).toBe('/dashboard/customer-list?status=FAILED');
  });

  it('shows nothing of the portal until the session is confirmed', async () => {
    session.start(tokenOf('admin'));
    serveCall('get', '/api/admin/logs', new Promise<never>(() => undefined));
    renderApp(portalPaths.dashboard);
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it.each([
    ['/api/admin/dashboard', 401],
    ['/api/admin/logs', 500],
  ] as const)('signs out when %s answers %s on load', async (path, status) => {
    session.start(tokenOf('admin'));
    serveCall('get', path, refusal(status, 'x', 'no'));
    const { address } = renderApp(portalPaths.dashboard);
    expect(await heading('Admin Portal')).toBeVisible();
    expect(address()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(screen.getByText(/Please sign in again/)).toBeVisible();
    // Only of what an operator can mend.
    expect(screen.queryByText(/^Reference/) !== null).toBe(status === 500);
  });
});

it('is not ended by a role that includes neither dashboard nor log', async () => {
  session.start(tokenOf('binu'));
  const forbidden = refusal(403, 'forbidden', 'You are not allowed to do this.');
  serveCall('get', '/api/admin/dashboard', forbidden);
  serveCall('get', '/api/admin/logs', forbidden);
  serveCall('get', '/api/customers', customers(0));
  serveCall('get', '/api/exam-details', []);
  const { address } = renderApp(portalPaths.customers);
  expect(await heading('Candidate Management')).toBeVisible();
  expect(address()).toBe(portalPaths.customers);
  expect(session.token()).toBe(tokenOf('binu'));
});

it.each([
  ['the web ACL', 429, '{"code":"too_many_requests","message":"Too many requests.","request_id":"edge"}'],
  ['the gateway', 429, '{"message":"Too Many Requests"}'],
  ['the gateway', 403, '{"message":"Forbidden"}'],
  ['CloudFront', 403, '<h1>403 ERROR</h1>'],
])('is not ended by a refusal of %s, %s, on load', async (_, status, body) => {
  session.start(tokenOf('admin'));
  server.use(http.get('*/api/admin/logs', () => new HttpResponse(body, { status })));
  const { address } = renderApp(portalPaths.dashboard);
  expect(await heading('Dashboard')).toBeVisible();
  expect(address()).toBe('/dashboard');
  expect(session.token()).toBe(tokenOf('admin'));
});

it('is not ended by leaving the page, which calls its questions off', async () => {
  session.start(tokenOf('admin'));
  let callOff: (reason: Error) => void = () => undefined;
  const calledOff = new Promise<never>((_, reject) => {
    callOff = reject;
  });
  serveCall('get', '/api/admin/logs', calledOff);
  renderApp(portalPaths.dashboard);
  await screen.findByText('Loading...');
  await new Promise((next) => setTimeout(next, 200));
  window.dispatchEvent(new Event('pagehide'));
  callOff(new Error('called off'));
  await new Promise((next) => setTimeout(next, 200));
  expect(session.token()).toBe(tokenOf('admin'));
});

describe('a session that ends', () => {
  const open = async (at: string, title: string) => {
    session.start(tokenOf('admin'));
    const app = renderApp(at);
    await heading(title);
    return app;
  };

  it('in the middle of the work leads to the login and back', async () => {
    serveCall('get', '/api/exam-details', []);
    serveCall('get', '/api/customers', customers(25), refusal(401, 'unauthorized', 'no'), customers(25, 2));
    serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
    const { user, address } = await open(portalPaths.customers, 'Candidate Management');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await heading('Admin Portal')).toBeVisible();
    expect(screen.getByText(/you will be back where you were/)).toBeVisible();
    await signIn(user);
    expect(await heading('Candidate Management')).toBeVisible();
    expect(address()).toBe('/dashboard/customer-list?page=2&cursor=after-1');
  });

  it('by Logout tells the server, forgets the token and starts afresh', async () => {
    const left = serveCall('post', '/api/admin/logout', refusal(500, 'internal_error', 'no'));
    serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
    const { user, address } = await open(portalPaths.auditLog, 'Audit log');
    const token = session.token() ?? '';
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await heading('Admin Portal')).toBeVisible();
    await waitFor(() => expect(left[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`));
    expect(localStorage.getItem('token')).toBeNull();
    await signIn(user);
    await heading('Dashboard');
    expect(address()).toBe('/dashboard');
  });

  it('by Logout waits for an answer while something is not saved', async () => {
    serveCall('post', '/api/admin/logout', { message: '' });
    serveCall('get', '/api/colleges', []);
    const { user } = await open(portalPaths.newPackage, 'Create New Package');
    await user.type(await screen.findByLabelText(/^Package Name/), 'Typed');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await question()).toHaveAccessibleName('Leave without saving?');
    await answer(user, 'Stay');
    expect(screen.getByLabelText(/^Package Name/)).toHaveValue('Typed');
    expect(session.token()).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await answer(user, 'Leave');
    expect(await heading('Admin Portal')).toBeVisible();
    expect(session.token()).toBeUndefined();
  });

  it('in another tab ends here, too, and says so', async () => {
    await open(portalPaths.auditLog, 'Audit log');
    act(endInAnotherTab);
    expect(await heading('Admin Portal')).toBeVisible();
    expect(screen.getByText(/you will be back where you were/)).toBeVisible();
  });

  it('is not ended by a late refusal of a token that is no longer used', () => {
    session.start('old');
    session.start('new');
    session.refuse('old');
    expect(session.token()).toBe('new');
    session.refuse('new');
    expect(session.token()).toBeUndefined();
  });
});

describe('the sidebar', () => {
  it('has the customer’s links in their words, and marks where one is', async () => {
    session.start(tokenOf('admin'));
    renderApp(portalPaths.auditLog);
    const links = within(await screen.findByRole('navigation')).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/dashboard', 'Dashboard'],
      ['/dashboard/customer-list', 'Customers'],
      ['/dashboard/customers-new', 'New Registration'],
      ['/dashboard/till', 'Till'],
      ['/dashboard/attendance', 'Attendance'],
      ['/dashboard/attention', 'Needs attention'],
      ['/dashboard/exam-manager', 'Stream Management'],
      ['/dashboard/packages-details', 'Package Management'],
      ['/dashboard/banner-manager', 'Banner Management'],
      ['/dashboard/brand-institues', 'Institutes Management'],
      ['/dashboard/brand-manager', 'Brand Management'],
      ['/dashboard/exports', 'Exports'],
      ['/dashboard/sheet-sync', 'Sheet Sync'],
      ['/dashboard/closing', 'Closing the event'],
      ['/dashboard/audit-log', 'Audit log'],
      ['/dashboard/administrators', 'Administrators'],
      ['/dashboard/account', 'My account'],
    ]);
    const current = links.filter((link) => link.getAttribute('aria-current'));
    expect(current.map((link) => link.textContent)).toEqual(['Audit log']);
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

describe('a session that is good for one thing first', () => {
  it('asks for a password of one’s own, and goes on with it', async () => {
    session.start(tokenOf('meera'));
    const restricted = refusal(
      403,
      'password_change_required',
      'Please choose a password of your own first.',
    );
    serveCall('get', '/api/admin/dashboard', restricted, dashboard);
    serveCall('get', '/api/admin/logs', restricted, noLogs);
    server.use(http.put('*/api/admin/password', () => new HttpResponse(null, { status: 204 })));
    const { user } = renderApp(portalPaths.dashboard);
    expect(await heading('Choose your own password')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.type(await field(/Current password/), 'given');
    await user.type(await field(/New password/), 'kadavu plum lantern');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await heading('Dashboard')).toBeVisible();
    expect(session.token()).toBeDefined();
  });

  it('asks for it of a role that does not see the dashboard, too, without asking for the dashboard', async () => {
    session.start(tokenOf('binu', 'counter'));
    serveCall('get', '/api/admin/sessions', refusal(403, 'password_change_required', 'Choose your own.'), []);
    const asked = serveCall('get', '/api/admin/dashboard', dashboard);
    serveCall('get', '/api/customers', customers(1));
    serveCall('get', '/api/exam-details', []);
    server.use(http.put('*/api/admin/password', () => new HttpResponse(null, { status: 204 })));
    const { user } = renderApp(portalPaths.dashboard);
    await user.type(await field(/Current password/), 'given');
    await user.type(await field(/New password/), 'kadavu plum lantern');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await heading('Candidate Management')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Register Candidate' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Export' })).toBeNull();
    expect(asked).toHaveLength(0);
  });

  it('asks for a second factor where that is compulsory', async () => {
    session.start(tokenOf('meera'));
    const restricted = refusal(403, 'second_factor_required', 'Please set up your second factor first.');
    serveCall('get', '/api/admin/dashboard', restricted);
    serveCall('get', '/api/admin/logs', restricted);
    renderApp(portalPaths.dashboard);
    expect(await heading('Set up your second factor')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  });
});

it('reads names that are not English out of the token, and nothing out of what is none', () => {
  expect(usernameIn(tokenOf('മീര'))).toBe('മീര');
  expect(usernameIn('garbage')).toBe('');
});
