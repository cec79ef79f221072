// Browsers inside apps: they show pages, but drop downloads, new tabs and `window.print()` without a word.

const namedByTheirApp =
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|\bLine\/|Snapchat|Pinterest|LinkedInApp|Twitter|TikTok|musical_ly|Bytedance|MicroMessenger/;
/** What Android's own component adds. */
const androidView = /Android.*; wv\)/;
/** Every browser of Apple's devices says Safari, also Chrome and Firefox; the component alone does not. */
const appleView = /(iPhone|iPad|iPod|Macintosh).*AppleWebKit(?!.*Safari\/)/;

/** As far as it says so: what only looks like a browser is offered the same help afterwards. */
export const isInApp = (userAgent: string): boolean =>
  [namedByTheirApp, androidView, appleView].some((mark) => mark.test(userAgent));

export const inOwnBrowser =
  'Your own browser does it: the menu of the app, ⋮ or •••, has an entry that opens this page there.';

/** Asks for the print window, and resolves with whether one came, as far as the browser tells. */
export async function print(): Promise<boolean> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
  };
  window.addEventListener('beforeprint', begin, { once: true });
  try {
    window.print();
  } catch {
    // There is none.
  }
  // Some browsers ask another process first. While a window is open, timers wait for it in most of them.
  if (!hasBegun) await new Promise((resolve) => setTimeout(resolve, 1_500));
  window.removeEventListener('beforeprint', begin);
  return hasBegun;
}
