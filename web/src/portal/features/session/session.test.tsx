import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { renderApp } from '@/portal/testing/renderApp';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { keepDraft } from '@/portal/kit/forms/draft';
import { customers, dashboard, noLogs } from '@/portal/testing/records';
import { answer, question } from '@/portal/testing/renderScreen';
import { field, heading, serveSession, signIn, tokenOf } from '@/portal/testing/signIn';
import { endInAnotherTab, signOutInAnotherTab } from '@/portal/testing/tabs';
import { pick, pickedStore } from '@/portal/kit/resources/picked';
import { usernameIn } from '@/portal/kit/session/username';

beforeEach(() => {
  serveSession();
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

it('is not checked again, and so not ended by a failure of that, for a token that takes the place of its own', async () => {
  const next = `${tokenOf('admin')}2`;
  session.start(tokenOf('admin'));
  const checks = serveCall('get', '/api/admin/dashboard', dashboard, refusal(500, 'internal_error', 'no'));
  serveCall('get', '/api/admin/account', { username: 'admin', role: 'admin' } as never);
  serveCall('get', '/api/admin/sessions', []);
  serveCall('put', '/api/admin/password', { token: next, device: 'd', msg: '' });
  const { user } = renderApp(portalPaths.account);
  await user.type(await field(/Current password/), 'given');
  await user.type(await field(/New password/), 'kadavu plum lantern');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Audit log' }));
  expect(await heading('Audit log')).toBeVisible();
  expect(session.token()).toBe(next);
  expect(checks).toHaveLength(1);
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
    pick(usernameIn(token), 'cust-1', true);
    // Of another screen, when an earlier session was cut off.
    const typed = { form: 'note', id: undefined, version: undefined, values: { text: 'Called at ten' } };
    keepDraft({ ...typed, by: 'admin' });
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await heading('Admin Portal')).toBeVisible();
    expect(pickedStore.get().ids).toEqual([]);
    expect(sessionStorage.getItem('portal-form:note')).toBeNull();
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

  it('by signing out in another tab forgets here, too, what that person typed, and starts afresh', async () => {
    serveCall('get', '/api/colleges', []);
    serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
    const typed = { form: 'note', id: undefined, version: undefined, values: { text: 'Called at ten' } };
    const { user, address } = await open(portalPaths.newPackage, 'Create New Package');
    keepDraft({ ...typed, by: 'admin' });
    keepDraft({ ...typed, form: 'correction', by: 'meera' });
    sessionStorage.setItem('counter-registration', JSON.stringify({ by: 'admin', name: 'Asha Nair' }));
    pick('admin', 'cust-1', true);
    await user.type(await screen.findByLabelText(/^Package Name/), 'Typed');
    act(() => {
      signOutInAnotherTab('admin');
    });
    expect(await heading('Admin Portal')).toBeVisible();
    expect(screen.queryByText(/you will be back where you were/)).toBeNull();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('portal-form:'))).toEqual([
      'portal-form:correction',
    ]);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/Asha Nair|cust-1/);
    await signIn(user);
    expect(await heading('Dashboard')).toBeVisible();
    expect(address()).toBe('/dashboard');
  });

  it('in another tab after somebody had signed out and in again keeps what was typed', async () => {
    serveCall('get', '/api/colleges', []);
    serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
    const { user, address } = await open(portalPaths.newPackage, 'Create New Package');
    act(() => {
      signOutInAnotherTab('admin');
    });
    await heading('Admin Portal');
    await signIn(user);
    await heading('Dashboard');
    await user.click(screen.getByRole('link', { name: 'Audit log' }));
    await heading('Audit log');
    sessionStorage.setItem('counter-registration', JSON.stringify({ by: 'admin', name: 'Asha Nair' }));
    act(endInAnotherTab);
    expect(await heading('Admin Portal')).toBeVisible();
    expect(screen.getByText(/you will be back where you were/)).toBeVisible();
    expect(sessionStorage.getItem('counter-registration')).toContain('Asha Nair');
    await signIn(user);
    await heading('Audit log');
    expect(address()).toBe(portalPaths.auditLog);
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
      ['/dashboard/school-lists', 'School lists'],
      ['/dashboard/till', 'Till'],
      ['/dashboard/attendance', 'Attendance'],
      ['/dashboard/results', 'Results'],
      ['/dashboard/attention', 'Needs attention'],
      ['/dashboard/messages', 'Messages'],
      ['/dashboard/bulk-actions', 'Bulk actions'],
      ['/dashboard/event', 'Event'],
      ['/dashboard/exam-manager', 'Stream Management'],
      ['/dashboard/seats', 'Halls and seats'],
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
    serveCall('put', '/api/admin/password', { token: `${tokenOf('meera')}2`, device: 'd', msg: '' });
    const { user } = renderApp(portalPaths.dashboard);
    expect(await heading('Choose your own password')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.type(await field(/Current password/), 'given');
    await user.type(await field(/New password/), 'kadavu plum lantern');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await heading('Dashboard')).toBeVisible();
    expect(session.token()).toBe(`${tokenOf('meera')}2`);
  });

  it('asks for it of a role that does not see the dashboard, too, without asking for the dashboard', async () => {
    session.start(tokenOf('binu', 'counter'));
    serveCall('get', '/api/admin/sessions', refusal(403, 'password_change_required', 'Choose your own.'), []);
    const asked = serveCall('get', '/api/admin/dashboard', dashboard);
    serveCall('get', '/api/customers', customers(1));
    serveCall('get', '/api/exam-details', []);
    serveCall('put', '/api/admin/password', {
      token: `${tokenOf('binu', 'counter')}2`,
      device: 'd',
      msg: '',
    });
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

  it('asks before it signs out while recovery codes are shown', async () => {
    session.start(tokenOf('meera'));
    const restricted = refusal(403, 'second_factor_required', 'Please set up your second factor first.');
    serveCall('get', '/api/admin/dashboard', restricted);
    serveCall('get', '/api/admin/logs', restricted);
    serveCall('post', '/api/admin/second-factor', { secret: 'GEZDGNBV', otpauth_url: 'otpauth://totp/a' });
    serveCall('post', '/api/admin/second-factor/confirm', {
      ...{ token: tokenOf('meera'), device: 'd', msg: '' },
      recovery_codes: ['AAAAAA-BBBBBB'],
    });
    serveCall('post', '/api/admin/logout', { message: '' });
    const { user, address } = renderApp(portalPaths.dashboard);
    await user.click(await screen.findByRole('button', { name: 'Set up second factor' }));
    await user.type(await field(/Your password/), 'mine');
    await user.type(await field(/Code from the app/), '123456{Enter}');
    expect(await screen.findByText('AAAAAA-BBBBBB')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await answer(user, 'Stay');
    expect(screen.getByText('AAAAAA-BBBBBB')).toBeVisible();
    expect(session.token()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await answer(user, 'Leave');
    expect(await heading('Admin Portal')).toBeVisible();
    expect(address()).toBe('/login');
  });
});

it('reads names that are not English out of the token, and nothing out of what is none', () => {
  expect(usernameIn(tokenOf('മീര'))).toBe('മീര');
  expect(usernameIn('garbage')).toBe('');
});
