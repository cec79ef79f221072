// What an administrator fills in and saves in the catalogue.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { openPortal, signedIn } from './portal';

export const openPackages = (page: Page) => openPortal(page, '/dashboard/packages-details', 'Packages');
export const save = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).click();

export async function fillPackage(page: Page, name: string, price: string) {
  await page.getByLabel('Package Name').fill(name);
  await page.getByLabel('Description').fill('Made by a test.');
  await page.getByLabel('Price').fill(price);
}

interface Exam {
  _id: string;
  examName: string;
}

/** Changes an exam as its form does, which has a test of its own. */
export async function changeExam(
  request: APIRequestContext,
  site: string,
  isChanged: (exam: Exam) => boolean,
  changeTo: (asked: <What>(path: string) => Promise<What>) => object | Promise<object>,
): Promise<void> {
  const headers = await signedIn(request, site);
  const asked = async <What>(path: string) =>
    (await (await request.get(`${site}${path}`, { headers })).json()) as What;
  const exam = (await asked<Exam[]>('/api/exam-details')).find(isChanged);
  const saved = await request.put(`${site}/api/exam-details/${String(exam?._id)}`, {
    headers,
    data: { ...exam, ...(await changeTo(asked)) },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}
