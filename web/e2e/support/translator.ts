// A browser that translates the page, as Chrome offers it: it takes text nodes away and puts <font> elements where they
// were, a few at a time, and again after each change. It says the same words, so that a test finds on a translated page
// what it finds on any, or marks them.
import type { BrowserContext } from '@playwright/test';

/**
 * Translates the pages of a site from the moment at which they are loaded: React may or may not know them by then. What
 * React writes into a text that the translator has taken is seen by nobody: this is told as an error in the console. What
 * React does with such a text beside writing throws.
 */
export async function translate(context: BrowserContext, site: string, mark = ''): Promise<void> {
  await context.addInitScript(translator, { port: new URL(site).port, mark });
}

function translator({ port, mark }: { port: string; mark: string }): void {
  // Portal and door have a host of their own.
  if (location.port !== port || self !== top) return;
  const spared = 'head, script, style, noscript, textarea, font, [translate=no], .notranslate';
  const mostAtOnce = 20;
  const found = new Set<Text>();

  function find(root: Node): void {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = root instanceof Text ? root : texts.nextNode(); text; text = texts.nextNode()) {
      found.add(text as Text);
    }
  }

  function replace(text: Text): void {
    const { data, parentElement } = text;
    const isLayout = /^\s*$/.test(data) && data.includes('\n');
    if (isLayout || !text.isConnected || !parentElement || parentElement.closest(spared)) return;
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).textContent = data + mark;
    text.replaceWith(font);
    new MutationObserver(() => {
      if (font.isConnected && text.data !== data) {
        console.error(`The translated page goes on to show “${data}” in place of “${text.data}”`);
      }
    }).observe(text, { characterData: true });
  }

  let isAtWork = false;
  function work(): void {
    for (const text of [...found].slice(0, mostAtOnce)) {
      found.delete(text);
      replace(text);
    }
    isAtWork = found.size > 0;
    if (isAtWork) setTimeout(work);
  }

  addEventListener('load', () => {
    document.documentElement.classList.add('translated-ltr');
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === 'characterData') find(target);
        addedNodes.forEach(find);
      }
      if (isAtWork) return;
      isAtWork = true;
      setTimeout(work);
    }).observe(document, { childList: true, characterData: true, subtree: true });
    find(document.body);
    work();
  });
}
