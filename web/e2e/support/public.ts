// The public pages, and how a visitor comes to them.
import type { Page } from '@playwright/test';
import { facts } from './event';

export const pages = [
  { path: '/', heading: facts.promise },
  { path: '/terms-and-conditions', heading: 'Terms & Conditions' },
  { path: '/about-us', heading: 'About Us' },
  { path: '/contact-us', heading: 'Contact Us' },
  { path: '/find-pass', heading: 'Find my pass' },
];

/** The page without the dialog that opens automatically, as for a visitor who has begun to fill in the form. */
export const visit = async (page: Page, path: string) => {
  await page.addInitScript(() => {
    const begun = {
      packageId: '',
      collegeId: '',
      courseId: '',
      name: 'A',
      email: '',
      phone: '',
      altPhone: '',
      preference: 'Offline',
    };
    // Frames of other sites have no storage.
    if (self === top) sessionStorage.setItem('registration-draft', JSON.stringify(begun));
  });
  await page.goto(path);
  await takenOver(page);
};

/** What has been prerendered can be read before it can be used: React has to know of it first. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('header button') ?? {}).some((name) =>
      name.startsWith('__reactProps'),
    ),
  );

/** Everything that waits to be seen. */
export const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((next) => setTimeout(next, 50));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });

/** Adds up how much of the screen moves without being asked to. */
export const measureShift = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + shift.value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftOf = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
