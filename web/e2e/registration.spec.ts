// The form itself: how it helps, what it refuses, and that nothing typed is lost.
import {
  allColleges,
  buyPass,
  expectFilled,
  expectPackages,
  fill,
  leaveForPayment,
  newStudent,
  oneExam,
  openForm,
  orderOnPaymentPage,
  registerButton,
} from './support/registration';
import { expect, test } from './support/test';
import { facts } from './support/event';

test('the modal opens automatically after four seconds, and once for each load', async ({ page }) => {
  const start = new Date('2025-05-01T10:00:00+05:30');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await page.goto('/');
  // The four seconds begin when the page has been taken over.
  await expectPackages(page);
  await page.clock.runFor(3_900);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.clock.runFor(200);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.clock.resume();
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await expectPackages(page);
  await page.clock.runFor(5_000);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.reload();
  await expectPackages(page);
  await page.clock.runFor(5_000);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the modal does not cover a visitor who is typing in the section', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expectPackages(page);
  await page.getByLabel('Name', { exact: true }).pressSequentially('As');
  await page.clock.runFor(6_000);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.type('ha');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha');
});

test('the modal registers too, and its X leaves what was typed in the section', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expectPackages(page);
  await page.clock.runFor(4_100);
  const modal = page.getByRole('dialog');
  const student = newStudent();
  await modal.getByLabel('Name', { exact: true }).fill(student.name);
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(student.name);
});

test('each card leads to the form with its choice and its total @core', async ({ page }) => {
  await page.goto('/');
  await expectPackages(page);
  const toPay = page.getByRole('paragraph').filter({ hasText: /^To pay/ });
  const college = page.getByLabel('College', { exact: true });
  const course = page.getByLabel('Course', { exact: true });

  await page.getByRole('link', { name: /^Register .* with Package 2/ }).click();
  await expect(page.getByRole('radio', { name: /Single Exam/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Single Exam/ })).toBeInViewport();
  await expect(college).toHaveValue('');
  await expect(toPay).toHaveText('To pay Rs 1,000');

  await page.getByRole('link', { name: /^Register .* with Package 1/ }).click();
  await expect(page.getByRole('radio', { name: /All-Inclusive/ })).toBeChecked();
  await expect(toPay).toHaveText('To pay Rs 1,850');

  await page.getByLabel('Name', { exact: true }).fill('Asha Nair');
  const exams = page.getByRole('region', { name: 'Scholarship exams' }).getByRole('listitem');
  // Those of the sample catalogue; an event with cards of its own has a catalogue of its own.
  const ofSample = facts.placeholders.includes('exams');
  // And one for all of them.
  await expect(exams).toHaveCount(facts.exams.length + 1);
  for (const exam of ofSample ? facts.exams : []) {
    const name = new RegExp(`^${exam.course} ?, ${exam.college}: choose this exam`);
    await exams.getByRole('link', { name }).click();
    await expect(page).toHaveURL('/#register');
    await expect(college.locator('option:checked')).toContainText(exam.college);
    await expect(course.locator('option:checked')).toHaveText(exam.course);
    await expect(toPay).toHaveText('To pay Rs 1,000');
  }
  await exams.getByRole('link', { name: /^All \d+ exams$/ }).click();
  await expect(toPay).toHaveText('To pay Rs 1,850');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha Nair');

  // What is chosen after the link stays chosen.
  await page.getByRole('radio', { name: /All-Inclusive/ }).check();
  await page.reload();
  await expect(toPay).toHaveText('To pay Rs 1,850');
});

test('a card chooses also before the code of the page is there', async ({ page }) => {
  await page.goto('/?college=Nila+Law+College&course=BA+LLB#register');
  await expect(page.getByLabel('Course', { exact: true }).locator('option:checked')).toHaveText('BA LLB');
  await expect(page).toHaveURL('/#register');
});

test('a mistake is explained above the form', async ({ page }) => {
  await openForm(page);
  await registerButton(page).click();
  const banner = page.getByRole('alert');
  await expect(banner).toHaveText('Please fill all required fields');
  await expect(banner).toBeFocused();
  await expect(banner).toBeInViewport();

  await fill(page, { ...newStudent(), email: 'not an address' });
  await registerButton(page).click();
  await expect(banner).toHaveText('Please enter a valid email address');

  await fill(page, { ...newStudent(), phone: '1234567890' });
  await registerButton(page).click();
  await expect(banner).toHaveText('Please enter a valid 10-digit Indian phone number');

  await page.getByRole('radio', { name: /Single Exam/ }).check();
  await registerButton(page).click();
  await expect(banner).toHaveText('College and course category are required for specific college selection');
});

test('a number with its prefix becomes ten digits, and what is longer is never cut', async ({ page }) => {
  await openForm(page);
  const phone = page.getByLabel('Phone', { exact: true });
  const isTenDigits = () => expect(phone).toHaveValue('9876543210');
  await phone.pressSequentially('919876543210');
  await isTenDigits();
  await phone.press('5');
  await isTenDigits();
  await expect(page.getByText('It has ten digits already. Is each of them right?')).toBeVisible();
  for (const pasted of [
    '+91 98765 43210',
    '\u202a(+91)\u00a098765\u201143210\u202c',
    'tel:00919876543210',
    '൯൮൭൬൫൪൩൨൧൦',
  ]) {
    await phone.clear();
    await phone.focus();
    await page.keyboard.insertText(pasted);
    await isTenDigits();
  }
  await phone.clear();
  await page.keyboard.insertText('98765 43210 1');
  await expect(phone).toHaveValue('98765432101');

  const email = page.getByLabel('Email', { exact: true });
  await email.focus();
  await page.keyboard.insertText('\u200easha@gmail.con\u200b');
  await email.blur();
  await page.getByRole('button', { name: 'asha@gmail.com' }).click();
  await expect(email).toHaveValue('asha@gmail.com');
});

test('choosing a package clears the college and the course', async ({ page }) => {
  await openForm(page);
  await expect(page.getByText('Includes all colleges and courses. No selection needed.')).toBeVisible();
  await oneExam.choose(page);
  await allColleges.choose(page);
  await page.getByRole('radio', { name: /Single Exam/ }).check();
  await expect(page.getByLabel('College', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Course', { exact: true })).toBeHidden();
});

test('what was typed survives a reload, and Back from the payment page', async ({ page }) => {
  const student = newStudent();
  await openForm(page);
  await oneExam.choose(page);
  await fill(page, student);
  await page.reload();
  await expectFilled(page, student);
  const course = await page.getByLabel('Course', { exact: true }).inputValue();
  expect(course).not.toBe('');

  await leaveForPayment(page);
  await page.goBack();
  await expectFilled(page, student);
  await expect(page.getByLabel('Course', { exact: true })).toHaveValue(course);
  await expect(registerButton(page)).toBeEnabled();
});

test('a double click on Register Now makes one order, and so does coming back', async ({ page, outside }) => {
  const student = newStudent();
  await openForm(page);
  await fill(page, student);
  await registerButton(page).dblclick();
  const orderId = await orderOnPaymentPage(page);
  await page.goBack();
  expect(await leaveForPayment(page)).toBe(orderId);
  expect(await outside.ordersOf(student.email)).toBe(1);
});

test('an address that has paid is refused for the same exam, and welcome for another', async ({ page }) => {
  const student = newStudent();
  await buyPass(page, oneExam, student);

  await openForm(page);
  await oneExam.choose(page);
  await fill(page, student);
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This email has already made a successful payment for the same course in same college',
  );
  await expectFilled(page, student);
  await page.getByLabel('Course', { exact: true }).selectOption({ index: 2 });
  await leaveForPayment(page);
});

test('a price that changed while the form was open is shown before anything is paid', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  // The list as it was a minute ago: the order then meets the price of today.
  await page.route('**/api/packages/list', async (route) => {
    const answer = await route.fetch();
    const packages = (await answer.json()) as { price: number }[];
    await route.fulfill({ json: packages.map((entry) => ({ ...entry, price: entry.price - 50 })) });
  });
  await openForm(page);
  await fill(page, newStudent());
  await expect(page.getByText('To pay Rs 1,800')).toBeVisible();
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toContainText('has changed to Rs 1,850. Nothing has been charged.');
  await expect(page.getByText('To pay Rs 1,850')).toBeVisible();
  await leaveForPayment(page);
  await expect(page.getByText('₹1,850.00', { exact: true })).toBeVisible();
});

test('the keyboard alone is enough to register @core', async ({ page }) => {
  const student = newStudent();
  await openForm(page);
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 25; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const name = await focused.evaluate((element) =>
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? (element.labels?.[0]?.textContent ?? '')
          : element.textContent,
      );
      if (name.startsWith(label)) {
        await expect(focused).toBeInViewport();
        return;
      }
    }
    throw new Error(`Tab never reached ${label}`);
  };
  await tabTo('Package 1');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Single Exam/ })).toBeChecked();
  await tabTo('College');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('College', { exact: true })).not.toHaveValue('');
  await tabTo('Course');
  await page.keyboard.press('ArrowDown');
  await tabTo('Name');
  await page.keyboard.type(student.name);
  await tabTo('Email');
  await page.keyboard.type(student.email);
  await tabTo('Phone');
  await page.keyboard.type(student.phone);
  await tabTo('Offline');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Online' })).toBeChecked();
  await page.keyboard.press('Enter');
  await orderOnPaymentPage(page);
});

test('a draft of the previous release is restored, with defaults for new fields', async ({ page }) => {
  await page.addInitScript(() => {
    // Without `altPhone` and `preference`, and with a field that is no more.
    const kept = { name: 'Asha Rao', email: 'asha@example.com', phone: '9876543210', school: 'St Mary' };
    sessionStorage.setItem('registration-draft', JSON.stringify(kept));
  });
  await openForm(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('9876543210');
});
