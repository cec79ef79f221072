import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personFields } from '@/lib/registration/draft';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { allColleges, oneCollege } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { chooseCourse, field, fill, open, paid, press, saved, type User } from '@/portal/testing/counterForm';
import { file, spotPayment } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import { forgetCounterRegistration } from './forget';
import { counterDraftStore, emptyCounterDraft } from './form';

beforeEach(() => {
  session.start('e30.eyJ1c2VybmFtZSI6ImFkbWluIn0.x');
  serveCall('get', '/api/packages/list', [allColleges, oneCollege]);
  serveCall('get', '/api/customers/{customerId}', file(spotPayment));
  forgetCounterRegistration();
  serveCall('get', '/api/payments/check-email', { exists: false, isPaid: false });
});

it.each(personFields)('has an input for the %s of a person', async (name) => {
  counterDraftStore.set({ ...emptyCounterDraft, by: 'admin', [name]: '9876543210' });
  await open();
  expect(screen.getByDisplayValue('9876543210')).toBeVisible();
});

it('asks for the exam preference behind the address, and for the payment last', async () => {
  await open();
  const names = [...document.querySelectorAll<HTMLElement>('fieldset fieldset legend, fieldset label')]
    .filter((label) => !label.closest('fieldset fieldset') || label.tagName === 'LEGEND')
    .map(({ textContent }) => textContent.replace('*', '').trim());
  expect(names.slice(names.indexOf('Full Name'))).toEqual([
    'Full Name',
    'Email',
    'Exam Preference',
    'Phone',
    'Alternate Phone',
    'Payment Mode',
    'Amount',
  ]);
});

describe('a registration at the counter', () => {
  it('of all colleges sends neither college nor course, and leads to the candidate', async () => {
    const sent = serveCall('post', '/api/customers', saved);
    const { user, address } = await open();
    expect(field(/Amount/)).toHaveValue('1850');
    expect(field(/Amount/)).toHaveAttribute('readonly');
    await fill(user);
    await press(user);
    expect(await screen.findByRole('heading', { name: 'Candidate Details' })).toBeVisible();
    expect(address()).toBe('/dashboard/customersdetails/cust-1');
    expect(sent[0]?.body).toEqual({
      name: 'Asha Nair',
      email: 'Asha@Example.com',
      phone: '9876543210',
      exam_preference: 'Offline',
      payment_mode: 'cash',
      order_amount: 1850,
      packageId: 'pkg-all',
      type: 'allColleges',
      even_if_similar: false,
    });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of one course sends both, and takes the amount from the package', async () => {
    const sent = serveCall('post', '/api/customers', saved);
    const { user } = await open();
    await chooseCourse(user);
    expect(field(/Amount/)).toHaveValue('1000');
    await fill(user);
    await press(user);
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({
        type: 'specificCollege',
        collegeId: 'col-a',
        course_category: 'exam-a2',
        order_amount: 1000,
      }),
    );
  });

  it('is sent once however often the button is pressed, and says no more than the server where it is refused', async () => {
    const sent = serveCall('post', '/api/customers', refusal(409, 'conflict', ''), saved);
    const { user } = await open();
    await fill(user);
    const button = screen.getByRole('button', { name: 'Register Customer' });
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Registration failed');
    expect(sent).toHaveLength(1);
  });

  it('says that it is under way', async () => {
    serveCall('post', '/api/customers', new Promise<never>(() => undefined));
    const { user } = await open();
    await fill(user);
    await press(user);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  });
});

describe('a registration that is paid at once', () => {
  const receipt = (number: string) =>
    waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(number));
  const pay = (user: User) => user.click(screen.getByRole('button', { name: 'Register and mark paid' }));

  it('shows the receipt, keeps package and mode, and waits for the next name', async () => {
    const sent = serveCall('post', '/api/customers', paid);
    const { user, address } = await open();
    await fill(user);
    await pay(user);
    const notice = await screen.findByRole('status');
    expect(notice).toHaveTextContent('Asha Nair has paid Rs 1,850 (Cash). Receipt R-CZ6S-4932-KF26.');
    expect(sent[0]?.body).toMatchObject({ paid: true, payment_mode: 'cash', order_amount: 1850 });
    expect(address()).toBe(portalPaths.newCustomer);
    expect(field(/Full Name/)).toHaveFocus();
    for (const label of [/Full Name/, /^Email/, /^Phone/]) expect(field(label)).toHaveValue('');
    expect(field(/Payment Mode/)).toHaveValue('cash');
    expect(screen.getByRole('link', { name: 'See candidate' })).toHaveAttribute(
      'href',
      portalPaths.customer('cust-1'),
    );
  });

  it('is what the Enter key does, and gives each person a key of their own', async () => {
    const sent = serveCall('post', '/api/customers', paid, { ...paid, receipt_no: 'R-2' });
    const { user } = await open();
    await fill(user);
    await user.type(field(/Full Name/), '{Enter}');
    await receipt('R-CZ6S-4932-KF26');
    await user.type(field(/Full Name/), 'Binu');
    await user.type(field(/^Email/), 'binu@example.com');
    await user.type(field(/^Phone/), '9876543211{Enter}');
    await receipt('R-2');
    expect(sent.map(({ body }) => (body as { paid: boolean }).paid)).toEqual([true, true]);
    expect(sent[1]?.headers.get('Idempotency-Key')).not.toBe(sent[0]?.headers.get('Idempotency-Key'));
  });

  it('begins with the college where the package is for one exam', async () => {
    serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await chooseCourse(user);
    await fill(user);
    await pay(user);
    await receipt('R-CZ6S-4932-KF26');
    expect(field(/^Package/)).toHaveValue('pkg-one');
    expect(field(/^College/)).toHaveFocus();
  });

  it('is no success of the next one, whose form is wrong', async () => {
    serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await fill(user);
    await pay(user);
    await receipt('R-CZ6S-4932-KF26');
    expect(screen.queryByText('The person before')).not.toBeInTheDocument();
    await user.type(field(/Full Name/), 'Binu{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByText('The person before')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print receipt' })).toBeEnabled();
  });

  it.each([
    [
      'registration closes',
      () => serveCall('get', '/api/registration', { open: false }),
      /counter is closed/,
    ],
    ['the last package goes', () => serveCall('get', '/api/packages/list', []), /No package is on sale/],
  ])('keeps its receipt when %s', async (_, change, said) => {
    serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await fill(user);
    await pay(user);
    await receipt('R-CZ6S-4932-KF26');
    change();
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByLabelText(/Full Name/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Print receipt' })).toBeEnabled();
  });

  it('prints a receipt of its own', async () => {
    serveCall('post', '/api/customers', paid);
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = await open();
    await fill(user);
    await pay(user);
    await user.click(await screen.findByRole('button', { name: 'Print receipt' }));
    expect(print).toHaveBeenCalledOnce();
    const paper = document.getElementById('receipt');
    // The moment is the till's: this may be the answer to a form that was sent yesterday.
    for (const text of ['R-CZ6S-4932-KF26', 'Asha Nair', 'Rs 1,850', 'Cash', '30/05/2025, 05:58 pm'])
      expect(paper).toHaveTextContent(text);
  });

  it.each(['admin', 'counter'])('leads in the role %s to the choice of exams', async (role) => {
    session.start(tokenOf('binu', role));
    serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await fill(user);
    await pay(user);
    expect(await screen.findByRole('link', { name: 'Choose the exams' })).toHaveAttribute(
      'href',
      `${portalPaths.customer('cust-1')}#exams`,
    );
  });

  it('asks nobody who leaves after it', async () => {
    serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await fill(user);
    await pay(user);
    await receipt('R-CZ6S-4932-KF26');
    const unload = new Event('beforeunload', { cancelable: true });
    dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
  });
});

describe('the package that was shown while the rest was typed', () => {
  const lists = (...now: (typeof allColleges)[]) => {
    serveCall('get', '/api/packages/list', now);
    dispatchEvent(new Event('online'));
  };

  it('gives way to no other one when it goes off sale, also for the next person', async () => {
    const sent = serveCall('post', '/api/customers', paid);
    const { user } = await open();
    await user.type(field(/Full Name/), 'A');
    lists(oneCollege);
    await waitFor(() => expect(field(/^Package/)).toHaveValue(''));
    expect(field(/^Package/)).toHaveAccessibleDescription(
      'This package is no longer on sale. Choose another one.',
    );
    expect(field(/Amount/)).toHaveValue('');
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Register and mark paid' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill all required fields');
    expect(sent).toHaveLength(0);
    lists(allColleges);
    await waitFor(() => expect(field(/Amount/)).toHaveValue('1850'));
    await user.click(screen.getByRole('button', { name: 'Register and mark paid' }));
    await screen.findByRole('button', { name: 'Print receipt' });
    lists(oneCollege);
    await waitFor(() => expect(field(/^Package/)).toHaveValue(''));
  });

  it('stays chosen when another one is put before it', async () => {
    const { user } = await open();
    await user.type(field(/Full Name/), 'A');
    lists(oneCollege, { ...allColleges, name: 'Every exam' });
    expect(await screen.findByRole('option', { name: /^Every exam/ })).toHaveProperty('selected', true);
    expect(field(/Amount/)).toHaveValue('1850');
  });
});

describe('what is wrong', () => {
  it('is said in a banner and at the fields, and forgotten field by field', async () => {
    const { user } = await open();
    await press(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill all required fields');
    expect(screen.getByRole('alert')).toHaveFocus();
    for (const label of [/Full Name/, /^Email/, /^Phone/, /Payment Mode/]) expect(field(label)).toBeInvalid();
    await user.type(field(/Full Name/), 'A');
    expect(field(/Full Name/)).toBeValid();
    expect(field(/^Email/)).toBeInvalid();
  });

  it('is a missing course, too', async () => {
    const { user } = await open();
    await user.selectOptions(field(/^Package/), 'pkg-one');
    await fill(user);
    await press(user);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'College and course category are required for specific college selection',
    );
  });

  it('is a package for less than a rupee', async () => {
    serveCall('get', '/api/packages/list', [{ ...allColleges, price: 0 }]);
    const { user } = await open();
    await fill(user);
    await press(user);
    expect(screen.getByRole('alert')).toHaveTextContent('costs less than Rs 1');
    expect(field(/Amount/)).toBeInvalid();
  });

  it('is shown at the field that the server names', async () => {
    serveCall('post', '/api/customers', refusal(422, 'invalid_field', 'This is too long.', 'phone2'));
    const { user } = await open();
    await fill(user);
    await press(user);
    await waitFor(() => expect(field(/Alternate Phone/)).toHaveAccessibleDescription('This is too long.'));
  });
});

it('an address that looks mistyped is asked about, and taken by one press', async () => {
  const { user } = await open();
  await user.type(field(/^Email/), 'asha@gmail.con');
  await user.tab();
  await user.click(await screen.findByRole('button', { name: 'asha@gmail.com' }));
  expect(field(/^Email/)).toHaveValue('asha@gmail.com');
  expect(screen.getByText('The pass is sent to this address.')).toBeVisible();
});

describe('what was typed', () => {
  it('is there again after the session ended, for the same administrator alone', async () => {
    const first = await open();
    await first.user.type(field(/Full Name/), 'Asha');
    first.unmount();
    const second = await open();
    expect(field(/Full Name/)).toHaveValue('Asha');
    second.unmount();
    session.start('e30.eyJ1c2VybmFtZSI6Im90aGVyIn0.x');
    await open();
    expect(field(/Full Name/)).toHaveValue('');
  });

  it('makes the browser ask before the tab is closed', async () => {
    const { user } = await open();
    const leave = () => {
      const unload = new Event('beforeunload', { cancelable: true });
      dispatchEvent(unload);
      return unload.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await user.type(field(/Full Name/), 'A');
    expect(leave()).toBe(true);
  });
});

it('neither asks nor checks while its form is not there, and keeps what is typed', async () => {
  const first = await open();
  await fill(first.user);
  first.unmount();
  const asked = serveCall('get', '/api/payments/check-email', { exists: true, isPaid: false });
  const settled = () => new Promise((done) => setTimeout(done, 700));
  serveCall('get', '/api/registration', { open: false, closed_at: '2025-06-02T06:00:00Z' });
  const { unmount } = renderScreen(portalPaths.newCustomer);
  expect(await screen.findByRole('alert')).toHaveTextContent('counter is closed');
  await waitFor(() => expect(screen.queryByLabelText(/Full Name/)).toBeNull());
  asked.length = 0;
  await settled();
  const unload = new Event('beforeunload', { cancelable: true });
  dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(false);
  expect(asked).toHaveLength(0);
  unmount();
  await open();
  expect(field(/Full Name/)).toHaveValue('Asha Nair');
});

it('asks nobody who has saved', async () => {
  serveCall('post', '/api/customers', saved);
  const { user } = await open();
  await fill(user);
  // Saving is no leaving: nobody is asked.
  await press(user);
  await screen.findByRole('link', { name: 'Back to List' });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('shows no form once registration is closed, but says so', async () => {
  serveCall('get', '/api/registration', { open: false, closed_at: '2025-06-02T06:00:00Z' });
  renderScreen(portalPaths.newCustomer);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Registration at the counter is closed. Since 02/06/2025, 11:30 am nobody can be registered here.',
  );
  expect(screen.queryByLabelText(/Full Name/)).toBeNull();
});
