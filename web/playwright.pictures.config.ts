// The pictures of the README, taken of a running system by infra/make/pictures.
import base from './playwright.config';

export default { ...base, testDir: './e2e/pictures', testMatch: 'readme.ts', projects: [{ name: 'readme' }] };
