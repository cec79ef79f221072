// Runs before everything else of a test file. Files share a process and with it React, the style library and the page,
// because to load these takes longer than most tests; what is ours begins anew, and so does what a file left in the page.
import { vi } from 'vitest';

vi.resetModules();
history.replaceState(null, '', '/');
document.title = '';
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) {
  document.documentElement.removeAttribute(name);
}
