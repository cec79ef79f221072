// A question that is put to the server before the site's code is there, and what becomes of it. The small script
// at the head of a page and the site's code are bundled apart, so they meet in the window.
import { keptToken } from '../keptToken';

interface Ahead {
  url: string;
  controller: AbortController;
  response: Promise<Response>;
}

declare global {
  interface Window {
    askedAhead?: Ahead;
  }
}

export function askAhead(path: string): void {
  const controller = new AbortController();
  const url = new URL(path, location.origin).href;
  const token = keptToken.token();
  const response = fetch(url, {
    signal: controller.signal,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });
  // The caller that takes the request over handles its failure.
  response.catch(() => undefined);
  window.askedAhead = { url, controller, response };
}

/** The question, if it is this one. It is answered once: who asks again wants to know how things are now. */
export function takeAhead(url: URL): Ahead | undefined {
  const ahead = window.askedAhead;
  if (ahead?.url !== url.href) return undefined;
  delete window.askedAhead;
  return ahead;
}
