// Accounts: invited with a password that is replaced at once, and with a second factor.
import { answerQuestion, codeOf, fillLogin, heading, openPortal } from './support/portal';
import {
  expectSoundAt,
  expectSoundScreen,
  expectSoundScreenAtEachWidth,
  expectTabStops,
  officeSizes,
} from './support/screen';
import { expect, test } from './support/test';

test.use({ isTranslated: true });

const own = 'kadavu plum lantern 42';

test('a clerk is invited, chooses a password, sets up a second factor and signs in with it @core', async ({
  page,
  complaints,
  openFreshBrowser,
}) => {
  complaints.expect(/status of (403|422)/);
  const username = `clerk-${String(Date.now())}`;
  let password = '';
  let recovery = '';

  await test.step('the invitation', async () => {
    await openPortal(page, '/dashboard/administrators', 'Administrators');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByText('Please enter a username')).toBeVisible();
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('Role').selectOption('Counter');
    await expectSoundScreen(page);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const given = page.getByRole('status').filter({ hasText: 'is shown this once' });
    password = (await given.getByText(/^[0-9A-Z-]{20,}$/).textContent()) ?? '';
    await expectSoundScreenAtEachWidth(page);
    await page.getByRole('button', { name: `Change ${username}` }).click();
    await page.getByLabel('Give a new password').check();
    await expect(page.getByText(`Saving this signs ${username} out everywhere.`)).toBeVisible();
    await expectSoundScreen(page);
    await page.keyboard.press('Escape');
    await answerQuestion(page, 'Leave without saving?', 'Leave');
    await given.getByRole('button', { name: 'Done' }).click();
    await expect(given).toBeHidden();
  });

  const clerk = await (await openFreshBrowser()).newPage();
  await test.step('the first sign-in', async () => {
    await clerk.goto('/login');
    await fillLogin(clerk, password, username);
    await expect(heading(clerk, 'Choose your own password')).toBeVisible();
    await expectSoundScreen(clerk);
    await clerk.getByLabel('Current password').fill(password);
    await clerk.getByLabel('New password').fill(own);
    await clerk.getByRole('button', { name: 'Change password' }).click();
    await expect(heading(clerk, 'Candidate Management')).toBeVisible();
    await expectSoundScreen(clerk);
  });

  await test.step('the second factor', async () => {
    await clerk.goto('/dashboard/account');
    await clerk.getByRole('button', { name: 'Set up second factor' }).click();
    const key = (await clerk.locator('code').textContent()) ?? '';
    await expectSoundScreenAtEachWidth(clerk);
    await clerk.getByLabel('Your password').fill('a guess');
    await clerk.getByLabel('Code from the app').fill(await codeOf(key));
    await clerk.getByRole('button', { name: 'Confirm' }).click();
    await expect(clerk.getByText('This is not your present password.')).toBeVisible();
    await expectSoundScreen(clerk);
    await clerk.getByLabel('Your password').fill(own);
    const codes = clerk.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await clerk.getByLabel('Code from the app').fill(await codeOf(key));
    await clerk.getByRole('button', { name: 'Confirm' }).click();
    await expect(codes).toHaveCount(10);
    [recovery = ''] = await codes.allTextContents();
    await expectSoundScreenAtEachWidth(clerk);
    await clerk.getByRole('button', { name: 'I have kept them' }).click();
    await expect(clerk.getByText('10 recovery codes are left.')).toBeVisible();
  });

  await test.step('an address, for the password', async () => {
    const answer = clerk.waitForRequest((request) => request.method() === 'PUT');
    await clerk.getByRole('button', { name: 'Add an address…' }).click();
    await clerk.getByLabel('Email').fill('clerk@organiser.example');
    await clerk.getByLabel('Your password').fill(own);
    await expectSoundScreenAtEachWidth(clerk);
    await clerk.getByRole('button', { name: 'Save' }).click();
    const asked = await (await answer).allHeaders();
    await expect(clerk.getByText('We write to clerk@organiser.example')).toBeVisible();
    // The token that asked is worth nothing any more, and nobody was signed out by that.
    const { authorization = '' } = asked;
    const refused = await clerk.request.get('/api/admin/account', { headers: { authorization } });
    expect(refused.status()).toBe(401);
    await expect(heading(clerk, 'My account')).toBeVisible();
  });

  await test.step('the next sign-in', async () => {
    await clerk.getByRole('button', { name: 'Logout' }).click();
    await fillLogin(clerk, own, username);
    await expect(clerk.getByLabel('Code from your authenticator app')).toBeFocused();
    await expectSoundScreen(clerk);
    await clerk.getByRole('button', { name: 'Use a recovery code' }).click();
    await clerk.getByLabel('Recovery code').fill(recovery);
    await clerk.keyboard.press('Enter');
    await expect(heading(clerk, 'Candidate Management')).toBeVisible();
  });

  await test.step('the end of the session by an administrator', async () => {
    await page.reload();
    await page.getByRole('button', { name: `Sessions of ${username}: ` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Where ${username} is signed in` });
    await expect(dialog.getByText('Chrome on').first()).toBeVisible();
    await expectSoundScreenAtEachWidth(page);
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect(page.getByText(/is signed out\.$/)).toBeVisible();
    await expect(dialog.getByText('Nowhere at present.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    complaints.expect(/status of 401/);
    await clerk.reload();
    await expect(heading(clerk, 'Admin Portal')).toBeVisible();
  });
});

test('a clerk is invited by mail, and an accountant gets the daily report', async ({
  page,
  complaints,
  openFreshBrowser,
  outside,
}) => {
  complaints.expect(/status of (404|422)/);
  const username = `mailed-${String(Date.now())}`;
  const email = `${username}@organiser.example`;
  const linkOf = async (number: number) => {
    await outside.reconcile();
    await expect.poll(() => outside.mailsTo(email).then(({ length }) => length)).toBe(number);
    const mails = await outside.mailsTo(email);
    const links = mails.map(({ text }) => /\/login\/invitation#\S+/.exec(text)?.[0] ?? '');
    return links;
  };

  await test.step('the invitation, and another in its place', async () => {
    await openPortal(page, '/dashboard/administrators', 'Administrators');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('Role').selectOption('Accountant');
    await dialog.getByLabel('Email').fill(email);
    await expect(dialog.getByText('They get a mail with a link')).toBeVisible();
    await expectSoundAt(page, officeSizes);
    await dialog.getByLabel('Username').focus();
    const invite = dialog.getByRole('button', { name: 'Invite' });
    await expectTabStops(page, dialog.getByLabel('Role'), dialog.getByLabel('Email'), invite);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
    await linkOf(1);
    await page.getByRole('button', { name: `Send ${username} the invitation again` }).click();
    await expect(page.getByText('A new link is on its way')).toBeVisible();
    await expectSoundAt(page, officeSizes);
  });

  const accountant = await (await openFreshBrowser()).newPage();
  await test.step('the link, which is good once', async () => {
    const links = await linkOf(2);
    const [first = '', second = ''] = links;
    await accountant.goto(first);
    const isLive = accountant.getByRole('heading', { name: 'Choose your password' });
    await expect(isLive.or(heading(accountant, 'This link cannot be used'))).toBeVisible();
    // The mailbox may have either first.
    const live = (await isLive.isVisible()) ? first : second;
    const dead = live === first ? second : first;
    await accountant.goto(dead);
    await accountant.reload();
    await expect(heading(accountant, 'This link cannot be used')).toBeVisible();
    await expectSoundAt(accountant, officeSizes);
    await accountant.goto(live);
    await accountant.reload();
    await accountant.getByLabel('New password').fill(username);
    await accountant.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(accountant.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
    await expectSoundAt(accountant, officeSizes);
    await accountant.getByLabel('New password').fill(own);
    await accountant.keyboard.press('Enter');
    await expect(heading(accountant, 'Dashboard')).toBeVisible();
    await accountant.goto(live);
    await accountant.reload();
    await expect(heading(accountant, 'This link cannot be used')).toBeVisible();
  });

  await test.step('the daily report', async () => {
    await accountant.goto('/dashboard/account');
    await accountant.getByRole('main').focus();
    await expectTabStops(accountant, accountant.getByLabel('Mail me the daily report'));
    await accountant.keyboard.press('Space');
    await expect(accountant.getByText('You get the daily report from now on.')).toBeVisible();
    await expectSoundAt(accountant, officeSizes);
    await accountant.reload();
    await expect(accountant.getByLabel('Mail me the daily report')).toBeChecked();
    await accountant.getByLabel('Mail me the daily report').uncheck();
    await expect(accountant.getByText('You get no daily report any more.')).toBeVisible();
  });
});
