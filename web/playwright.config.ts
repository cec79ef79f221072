// Browser tests against a running system (`make run`): E2E_BASE_URL is the site, E2E_OUTSIDE_URL the stand-in
// for the world outside (payment provider, mailbox, spreadsheet).
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const headless = '/usr/bin/chromium-headless-shell';

export default defineConfig({
  testDir: './e2e',
  // One system with one database serves the tests, each with students of its own; those that move the clock or
  // break something start a system for themselves (E2E_LOCAL is its binary).
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Generous, because the Rust tests run beside them: what never comes still fails.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:8080',
    // What fades in is waited for, and drawn sixty times a second. Tests of what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a tenth of the time. What failed, why, and what the page showed is told without it; E2E_TRACE=1
    // keeps one of each test that fails.
    trace: process.env.E2E_TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      // Playwright's own browsers are not to be had everywhere; the distribution's is. Without what only a window needs
      // the tests take a third less time.
      executablePath: process.env.E2E_CHROMIUM || (existsSync(headless) ? headless : '/usr/bin/chromium'),
      args: ['--no-sandbox'],
    },
  },
  projects: [
    { name: 'phone', use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 } } },
    {
      name: 'desktop',
      grep: /@core/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
  ],
});
