// Runs before everything else of a test file. Files share a process and with it React, the style library and the page,
// because to load these takes longer than most tests; our own modules and the page are fresh for each file.
import { vi } from 'vitest';

// What the last test of a file put in a global's place would be there while the next file is loaded.
vi.unstubAllGlobals();
vi.resetModules();
history.replaceState(null, '', '/');
document.title = '';
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) {
  document.documentElement.removeAttribute(name);
}
