// The addresses the tests use beside the site itself.
export const outsideUrl = process.env.E2E_OUTSIDE_URL ?? 'http://localhost:8081';

/** An address nobody has registered with, so that tests can run on data that is already there. */
export const freshEmail = (): string =>
  `student-${String(Date.now())}-${String(Math.random()).slice(2, 8)}@example.com`;
