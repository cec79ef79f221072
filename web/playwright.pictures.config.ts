// The README's pictures, taken of a running system, and the drawings, by infra/make/pictures.
import base from './playwright.config';

export default { ...base, testDir: './e2e/pictures', testMatch: '*.ts', projects: [{ name: 'readme' }] };
