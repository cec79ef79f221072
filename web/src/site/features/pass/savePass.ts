// The pass as a file. The image library is large, so it is fetched only when the file is requested.
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

export const fetchImageCode = () => import('html-to-image');

export async function savePass(ticket: HTMLElement | null, orderId: string): Promise<void> {
  if (!ticket) return;
  try {
    const { toPng } = await fetchImageCode();
    const image = await toPng(ticket, { pixelRatio: 2, fontEmbedCSS: await fontCss().catch(() => '') });
    const link = document.createElement('a');
    link.href = image;
    link.download = `pass-${orderId}.png`;
    link.click();
  } catch (error) {
    console.error('The pass could not be saved as an image', error);
  }
}

/**
 * A picture loads nothing, so the font is in it; without one, the device's own will do. Given here, because the library finds the fonts of a page by changing the
 * base address of a document, which the security policy forbids.
 */
async function fontCss(): Promise<string> {
  const answer = await fetch(figtree);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `@font-face { font-family: 'Figtree'; font-weight: 300 900; src: url(data:font/woff2;base64,${data}) format('woff2'); }`;
}
