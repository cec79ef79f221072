// Whether the person has seen a screen of the portal since it was loaded. On the first one the browser's own focus
// order holds; each later one gives its heading the focus.

let hasShownScreen = false;

/** Notes that a screen is shown, and tells whether there was one before. */
export function replacesAnotherScreen(): boolean {
  const replaces = hasShownScreen;
  hasShownScreen = true;
  return replaces;
}
