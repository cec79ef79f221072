import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { allColleges, oneCollege } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { chooseCourse, field, fill, open, paid, press, saved } from '@/portal/testing/counterForm';
import { file, spotPayment } from '@/portal/testing/records';
import { forgetCounterRegistration } from './forget';

beforeEach(() => {
  session.start('e30.eyJ1c2VybmFtZSI6ImFkbWluIn0.x');
  serveCall('get', '/api/packages/list', [allColleges, oneCollege]);
  serveCall('get', '/api/customers/{customerId}', file(spotPayment));
  forgetCounterRegistration();
  serveCall('get', '/api/payments/check-email', { exists: false, isPaid: false });
});

describe('somebody of the same name and phone', () => {
  const text = 'Somebody of this name and phone number is registered already.';
  const similar = { ...refusal(409, 'similar_registration', text, 'name'), customer_id: 'cust-9' };
  const anyway = () => screen.findByRole('button', { name: 'Register anyway' });

  it('is pointed out in place, and registered all the same when the clerk says so', async () => {
    const sent = serveCall('post', '/api/customers', similar, paid);
    const { user } = await open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Register and mark paid' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'See who is registered' })).toHaveAttribute(
      'href',
      portalPaths.customer('cust-9'),
    );
    await user.click(await anyway());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('R-CZ6S-4932-KF26'));
    expect(sent.map(({ body }) => body)).toMatchObject([
      { paid: true, even_if_similar: false },
      { paid: true, even_if_similar: true },
    ]);
  });

  it('who has the very thing already is told, and cannot be registered again', async () => {
    const words = 'This email is already registered for the selected course.';
    const taken = { ...refusal(409, 'already_registered', words, 'email'), customer_id: 'cust-9' };
    serveCall('post', '/api/customers', taken);
    const { user } = await open();
    await fill(user);
    await press(user);
    expect(await screen.findByRole('link', { name: 'See who is registered' })).toHaveAttribute(
      'href',
      portalPaths.customer('cust-9'),
    );
    expect(screen.queryByRole('button', { name: 'Register anyway' })).not.toBeInTheDocument();
    expect(field(/^Email/)).toHaveAccessibleDescription(expect.stringContaining(words));
  });

  it('is no longer spoken of once something else is typed', async () => {
    serveCall('post', '/api/customers', similar);
    const { user } = await open();
    await fill(user);
    await press(user);
    await anyway();
    await user.type(field(/Full Name/), 'B');
    expect(screen.queryByRole('button', { name: 'Register anyway' })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the duplicate check', () => {
  const text = 'This email is already registered for the selected course.';

  it('asks half a second after the last letter, in lower case, and stops the registration', async () => {
    const advance = controlTime();
    const asked = serveCall('get', '/api/payments/check-email', {
      exists: true,
      isPaid: false,
      customer_id: 'cust-9',
    });
    const sent = serveCall('post', '/api/customers', saved);
    const { user } = await open();
    await chooseCourse(user);
    await user.type(field(/^Email/), 'Asha');
    await advance(600);
    expect(asked).toHaveLength(0);
    await user.type(field(/^Email/), '@Example.com');
    await advance(400);
    expect(asked).toHaveLength(0);
    await advance(200);
    await waitFor(() => expect(field(/^Email/)).toHaveAccessibleDescription(new RegExp(text)));
    expect(screen.getByRole('link', { name: 'See who is registered' })).toHaveAttribute(
      'href',
      portalPaths.customer('cust-9'),
    );
    expect(asked.map(({ query }) => query)).toEqual([
      { email: 'asha@example.com', collegeId: 'col-a', course_category: 'exam-a2' },
    ]);
    await user.type(field(/Full Name/), 'Asha Nair');
    await user.type(field(/^Phone/), '9876543210');
    await user.selectOptions(field(/Payment Mode/), 'UPI');
    await press(user);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(sent).toHaveLength(0);
  });

  it('asks about a package of all colleges, too', async () => {
    const advance = controlTime();
    const asked = serveCall('get', '/api/payments/check-email', {
      exists: true,
      isPaid: true,
      customer_id: 'cust-9',
    });
    const { user } = await open();
    await user.selectOptions(field(/^Package/), allColleges._id);
    await user.type(field(/^Email/), 'asha@example.com');
    await advance(600);
    await waitFor(() => expect(field(/^Email/)).toHaveAccessibleDescription(new RegExp(text)));
    expect(asked.map(({ query }) => query)).toEqual([
      { email: 'asha@example.com', packageId: allColleges._id },
    ]);
    expect(screen.getByRole('link', { name: 'See who is registered' })).toHaveAttribute(
      'href',
      portalPaths.customer('cust-9'),
    );
    // The package of one exam is another question, without an answer as long as no course is chosen.
    await user.selectOptions(field(/^Package/), oneCollege._id);
    expect(field(/^Email/)).toBeValid();
  });

  it('asks nothing without a course, and takes a check that fails for none', async () => {
    const advance = controlTime();
    const asked = serveCall('get', '/api/payments/check-email', refusal(500, 'internal_error', 'no'));
    const { user } = await open();
    await user.selectOptions(field(/^Package/), oneCollege._id);
    await user.type(field(/^Email/), 'asha@example.com');
    await advance(600);
    expect(asked).toHaveLength(0);
    await chooseCourse(user);
    await advance(600);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(field(/^Email/)).toBeValid();
  });

  it('speaks of what stands in the form alone', async () => {
    const advance = controlTime();
    serveCall('get', '/api/payments/check-email', { exists: true, isPaid: true });
    const { user } = await open();
    await chooseCourse(user);
    await user.type(field(/^Email/), 'asha@example.com');
    await advance(600);
    await waitFor(() => expect(field(/^Email/)).toBeInvalid());
    await user.type(field(/^Email/), '.in');
    expect(field(/^Email/)).toBeValid();
    expect(screen.queryByRole('link', { name: 'See who is registered' })).toBeNull();
  });

  it('has the last word at the server', async () => {
    serveCall('post', '/api/customers', refusal(409, 'already_registered', text, 'email'));
    const { user } = await open();
    await fill(user);
    await press(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});
