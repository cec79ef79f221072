// What an administrator fills in and saves in the catalogue.
import type { Page } from '@playwright/test';
import { openPortal } from './portal';

export const openPackages = (page: Page) => openPortal(page, '/dashboard/packages-details', 'Packages');
export const save = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).click();

export async function fillPackage(page: Page, name: string, price: string) {
  await page.getByLabel('Package Name').fill(name);
  await page.getByLabel('Description').fill('Made by a test.');
  await page.getByLabel('Price').fill(price);
}
