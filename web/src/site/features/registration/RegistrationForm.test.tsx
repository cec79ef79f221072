import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDraft, personFields } from '@/lib/registration/draft';
import { expectAgreement } from '@/site/testing/agreement';
import { fillForm } from '@/site/testing/fillForm';
import { renderApp } from '@/site/testing/renderApp';
import { look } from '@/testing/line';
import { controlTime } from '@/testing/render';
import { stubProvider } from '@/testing/provider';
import { allColleges, created, oneCollege, overlapping, serve, server } from '@/testing/server';
import { draftStore } from './draft';

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
});

const openForm = async () => {
  const app = renderApp('/#register');
  await screen.findByText('Includes all colleges and courses. No selection needed.');
  return app;
};
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);

it.each(personFields)('has an input for the %s of a person', async (name) => {
  draftStore.set({ ...emptyDraft, [name]: '9876543210' });
  await openForm();
  expect(screen.getByDisplayValue('9876543210')).toBeVisible();
});

it('says under the button what one agrees to', async () => {
  await openForm();
  await expectAgreement();
});

describe('the package selector', () => {
  it('says that it is loading, and nobody can register without a package meanwhile', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    server.use(
      http.get('*/api/packages/list', async () => {
        await arrived;
        return HttpResponse.json([allColleges, oneCollege]);
      }),
    );
    renderApp('/#register');
    expect(await screen.findByText('Loading packages...')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
    arrive();
    expect(await screen.findByRole('button', { name: 'Register Now' })).toBeEnabled();
  });

  it('selects the first package and says that nothing else is needed', async () => {
    await openForm();
    expect(screen.getByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
    expect(screen.getByText('Includes all colleges and courses. No selection needed.')).toBeVisible();
    expect(screen.queryByLabelText('College')).not.toBeInTheDocument();
  });

  it('says that it failed, and recovers when asked', async () => {
    serve.packages(500, [allColleges]);
    const { user } = renderApp('/#register');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch packages');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
    expect(screen.queryByText('Failed to fetch packages')).not.toBeInTheDocument();
  });

  it('recovers automatically', async () => {
    const advance = controlTime();
    serve.packages(500, 500, [allColleges]);
    renderApp('/#register');
    expect(await screen.findByText('Failed to fetch packages')).toBeVisible();
    await advance(2_000);
    await advance(4_000);
    expect(await screen.findByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
  });

  it('asks for a college, then for one of its courses', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    expect(screen.getByText('You can choose one exam from the available institutes.')).toBeVisible();
    expect(screen.queryByLabelText('Course')).not.toBeInTheDocument();
    const college = screen.getByLabelText('College');
    expect(within(college).getAllByRole('option')[0]).toHaveTextContent('-- Select College --');
    await user.selectOptions(college, 'Periyar Institute');
    const options = within(screen.getByLabelText('Course')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['-- Select Course --', 'B.Tech', 'BBA']);
  });

  it.each([
    ['that was chosen', 'one college', allColleges, 'Rs 1,850'],
    ['that was shown first', undefined, oneCollege, 'Rs 1,000'],
  ] as const)(
    'chooses no other package in place of one %s and goes off sale while the form is open',
    async (_, choose, left, price) => {
      const advance = controlTime();
      serve.packages([allColleges, oneCollege], [left]);
      serve.emailCheck();
      const orders = serve.createOrder(created);
      const { user } = await fillForm(choose);
      await advance(61_000);
      act(() => {
        look('page');
      });
      expect(await screen.findByText(/^Your package is no longer on sale/)).toHaveRole('alert');
      const other = screen.getByRole('radio', { name: new RegExp(left.name) });
      expect(other).not.toBeChecked();
      expect(screen.getByText('To pay').parentElement).toHaveTextContent('To pay –');
      await user.click(screen.getByRole('button', { name: 'Register Now' }));
      expect(await screen.findByText('Please fill all required fields')).toBeVisible();
      expect(orders).toHaveLength(0);
      await user.click(other);
      expect(screen.queryByText(/no longer on sale/)).not.toBeInTheDocument();
      expect(screen.getByText('To pay').parentElement).toHaveTextContent(`To pay ${price}`);
    },
  );

  it('keeps the package that was shown first where the list begins with another one later', async () => {
    const advance = controlTime();
    serve.packages([allColleges, oneCollege], [oneCollege, allColleges]);
    await fillForm();
    await advance(61_000);
    act(() => {
      look('page');
    });
    await waitFor(() => expect(screen.getAllByRole('radio')[0]).toHaveAccessibleName(/Single Exam/));
    expect(screen.getByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
  });

  it('clears college and course when another package is chosen, and the course when another college is', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    await user.selectOptions(screen.getByLabelText('College'), 'Periyar Institute');
    await user.selectOptions(screen.getByLabelText('Course'), 'BBA');
    await user.selectOptions(screen.getByLabelText('College'), 'Vembanad College');
    expect(screen.getByLabelText('Course')).toHaveValue('');
    await user.click(screen.getByRole('radio', { name: /All-Inclusive/ }));
    await user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    expect(screen.getByLabelText('College')).toHaveValue('');
    expect(screen.queryByLabelText('Course')).not.toBeInTheDocument();
  });
});

describe('the exam times in the form', () => {
  it('are those of the chosen course', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('radio', { name: /Single Exam/ }));
    const form = within(screen.getByRole('region', { name: /^Register Now/ }));
    expect(form.queryByText(/31 May/)).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('College'), 'Periyar Institute');
    await user.selectOptions(screen.getByLabelText('Course'), 'B.Tech');
    expect(form.getByText('Saturday, 31 May, 10–11:30 AM, Hall 1')).toBeVisible();
    expect(form.getByRole('link', { name: 'See exam times' })).toHaveAttribute('href', '/#exam-times');
  });

  it('of a package for all exams say before the payment which of them overlap', async () => {
    serve.packages([allColleges, overlapping]);
    await openForm();
    const form = within(screen.getByRole('region', { name: /^Register Now/ }));
    const summary = (await form.findByText('Which are at the same time?')).closest('summary');
    expect(summary).toHaveTextContent(
      'You can sit up to 2 of the 3 exams, and choose them on your pass after paying. Which are at the same time?',
    );
    expect(summary?.parentElement).toHaveTextContent('10–11:30 AM: B.Tech and BCA');
    expect(summary?.parentElement).not.toHaveTextContent('BBA');
  });

  it('of a package for all exams count none that is sold out, and say what is left also where none overlap', async () => {
    const { collegeList } = oneCollege;
    const left = { 'exam-a2': { sold_out: true, seats_left: 0 }, 'exam-b1': { seats_left: 3 } };
    const courses = (college: (typeof collegeList)[number]) =>
      college.courseList.map((exam) => ({ ...exam, ...left[exam._id as keyof typeof left] }));
    serve.packages([
      {
        ...allColleges,
        collegeList: collegeList.map((college) => ({ ...college, courseList: courses(college) })),
      },
    ]);
    await openForm();
    const form = within(screen.getByRole('region', { name: /^Register Now/ }));
    const summary = (await form.findByText('Which have few places?')).closest('summary');
    expect(summary).toHaveTextContent(
      'You can sit up to 2 of the 3 exams, and choose them on your pass after paying.',
    );
    expect(summary?.parentElement).toHaveTextContent('Places: BBA, Sold out; BCA, 3 places left');
  });

  it.each([
    [
      ['exam-a2'],
      'You can sit up to 2 of the 3 exams, and choose them on your pass after paying. Which are sold out?',
    ],
    [['exam-a1', 'exam-a2', 'exam-b1'], 'No exam has a place left.'],
  ])(
    'of a package for all exams ask nothing of few places where the others are sold out: %s',
    async (soldOut, words) => {
      const collegeList = oneCollege.collegeList.map((college) => ({
        ...college,
        courseList: college.courseList.map((exam) => ({ ...exam, sold_out: soldOut.includes(exam._id) })),
      }));
      serve.packages([{ ...allColleges, collegeList }]);
      await openForm();
      const form = within(screen.getByRole('region', { name: /^Register Now/ }));
      const isWhole = (element: Element | null) =>
        ['SUMMARY', 'P'].includes(element?.tagName ?? '') && element?.textContent === words;
      expect(await form.findByText((_, element) => isWhole(element))).toBeVisible();
    },
  );

  it('say nothing of overlaps and places where there is nothing to say', async () => {
    await openForm();
    const form = within(screen.getByRole('region', { name: /^Register Now/ }));
    await waitFor(() => expect(form.getByRole('link', { name: 'See exam times' })).toBeVisible());
    expect(form.queryByText(/^You can sit/)).not.toBeInTheDocument();
  });
});

describe('the fields', () => {
  it('are named, and the exam is offline unless one chooses otherwise', async () => {
    await openForm();
    expect(field('Name')).toBeRequired();
    expect(field('Email')).toBeRequired();
    expect(field('Phone')).toBeRequired();
    expect(field(/Alternate phone/)).not.toBeRequired();
    expect(screen.getByRole('radio', { name: 'Offline' })).toBeChecked();
  });

  it('limit phone numbers to ten characters', async () => {
    const { user } = await openForm();
    expect(field('Phone')).toHaveAttribute('maxlength', '10');
    await user.type(field('Phone'), '9876543210');
    expect(field('Phone')).not.toHaveAccessibleDescription();
    await user.type(field('Phone'), '99');
    expect(field('Phone')).toHaveValue('9876543210');
    expect(field('Phone')).toHaveAccessibleDescription('It has ten digits already. Is each of them right?');
  });

  it('make ten digits of a number that is typed with its prefix, and never others', async () => {
    const { user } = await openForm();
    await user.type(field('Phone'), '91987654321');
    // Ten of these eleven are somebody else's number.
    expect(field('Phone')).toHaveValue('91987654321');
    await user.type(field('Phone'), '0');
    expect(field('Phone')).toHaveValue('9876543210');
    await user.type(field(/Alternate phone/), '+91 9198765432');
    expect(field(/Alternate phone/)).toHaveValue('9198765432');
  });

  it('show a pasted number that is too long as it is, and refuse it', async () => {
    const { user } = await openForm();
    await user.type(field('Name'), 'Asha');
    await user.type(field('Email'), 'asha@example.com');
    await user.click(field('Phone'));
    await user.paste('98765 43210 1');
    expect(field('Phone')).toHaveValue('98765432101');
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a valid 10-digit Indian phone number');
    expect(field('Phone')).toBeInvalid();
  });

  it('leave out what came along with a pasted address', async () => {
    const { user } = await openForm();
    for (const pasted of ['\u200easha@example.com\u200e', 'mailto:asha@example.com', '<asha@example.com>;']) {
      await user.clear(field('Email'));
      await user.paste(pasted);
      await user.tab();
      await waitFor(() => {
        expect(field('Email')).toHaveValue('asha@example.com');
      });
      await user.click(field('Email'));
    }
  });

  it('take a pasted number with prefix and spaces', async () => {
    const { user } = await openForm();
    await user.click(field('Phone'));
    await user.paste('+91 98765 43210');
    expect(field('Phone')).toHaveValue('9876543210');
    await user.click(field(/Alternate phone/));
    await user.paste('0 91234 56780');
    expect(field(/Alternate phone/)).toHaveValue('9123456780');
  });

  it('keep what was typed over a reload', async () => {
    const first = await openForm();
    await first.user.type(field('Name'), 'Asha');
    await first.user.click(screen.getByRole('radio', { name: 'Online' }));
    first.unmount();
    await openForm();
    expect(field('Name')).toHaveValue('Asha');
    expect(screen.getByRole('radio', { name: 'Online' })).toBeChecked();
    expect(localStorage).toHaveLength(0);
  });
});

describe('a mistake', () => {
  it('is shown in a banner that takes the focus, and at its field', async () => {
    const { user } = await openForm();
    await user.type(field('Name'), 'Asha');
    await user.type(field('Email'), 'asha');
    await user.type(field('Phone'), '9876543210');
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    const banner = screen.getByRole('alert');
    expect(banner).toHaveTextContent('Please enter a valid email address');
    expect(banner).toHaveFocus();
    expect(field('Email')).toBeInvalid();
    expect(field('Email')).toHaveAccessibleDescription(/It should look like name@example.com/);
    expect(field('Phone')).toBeValid();
  });

  it('is marked at its field beside every other one, while the banner speaks of the first', async () => {
    const { user } = await openForm();
    await user.type(field('Name'), '123');
    await user.type(field('Email'), 'abc@');
    await user.type(field('Phone'), '1234567');
    await user.type(field(/Alternate phone/), '98');
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a valid email address');
    for (const name of ['Email', 'Phone', /Alternate phone/]) expect(field(name)).toBeInvalid();
    await waitFor(() => expect(field('Name')).toBeInvalid());
    expect(field('Name')).toHaveAccessibleDescription('Please enter a name with at least one letter');
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a valid email address');
  });

  it('is no longer marked once its field changes', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill all required fields');
    expect(field('Name')).toHaveAttribute('aria-invalid', 'true');
    await user.type(field('Name'), 'A');
    expect(field('Name')).not.toHaveAttribute('aria-invalid');
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
  });

  it('takes the focus again when it is made again', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => {
      expect(screen.getByRole('alert')).toHaveFocus();
    });
  });
});

describe('an address that looks mistyped', () => {
  const typeEmail = async (typed: string) => {
    const { user } = await openForm();
    const email = screen.getByLabelText('Email');
    await user.type(email, typed);
    await user.tab();
    return { user, email };
  };

  it('is asked about, and corrected by one press', async () => {
    const { user, email } = await typeEmail('asha@gmail.con');
    const meant = await screen.findByRole('button', { name: 'asha@gmail.com' });
    expect(email).toHaveAccessibleDescription(/^Did you mean asha@gmail.com ?\?$/);
    expect(meant.closest('p')).toHaveAttribute('aria-live', 'polite');
    await user.click(meant);
    expect(email).toHaveValue('asha@gmail.com');
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription('Your pass is sent to this address.');
  });

  it('is corrected by one press when a mark that nobody sees came along with it', async () => {
    const { user, email } = await typeEmail('\u200easha@gmail.con\u200b.');
    await user.click(await screen.findByRole('button', { name: 'asha@gmail.com' }));
    expect(email).toHaveValue('asha@gmail.com');
  });

  it('is asked about no more while it is being changed, and may stay as it is', async () => {
    const { user, email } = await typeEmail('asha@gmail.con');
    await screen.findByText(/Did you mean/);
    await user.type(email, 'sulting.example');
    expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument();
    expect(email).toHaveValue('asha@gmail.consulting.example');
  });

  it('is sent as it was typed by who does not answer', async () => {
    serve.emailCheck();
    const orders = serve.createOrder(created);
    stubProvider();
    const { user } = await typeEmail('asha@gmail.con');
    await screen.findByText(/Did you mean/);
    await user.type(screen.getByLabelText('Name'), 'Asha Nair');
    await user.type(screen.getByLabelText('Phone'), '9876543210');
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => expect(orders[0]?.body.customer_email).toBe('asha@gmail.con'));
  });
});
