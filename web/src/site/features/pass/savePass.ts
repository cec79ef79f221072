// The pass as a picture. The image library is large, so it is fetched only when the picture is requested.
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import styles from './TakeAlong.module.css';

export const fetchImageCode = () => import('html-to-image');

/** As the address of an image, which every browser can show; undefined where it cannot be made. */
export async function pictureOf(element: HTMLElement | null): Promise<string | undefined> {
  if (!element) return undefined;
  try {
    const { toPng } = await fetchImageCode();
    return await toPng(element, { pixelRatio: 2, fontEmbedCSS: await fontCss().catch(() => '') });
  } catch (error) {
    console.error('The pass could not be saved as an image', error);
    return undefined;
  }
}

/** In rem. A wider one is for who has so long a name or address that a picture of the usual width would be too high. */
const widths = [34, 40, 46];
const heightOfWidth = 1.25;
const atMost = 1.3;

/** The same of a copy in a box of its own, so that the picture has one shape from every screen. */
export async function drawnPictureOf(element: HTMLElement | null): Promise<string | undefined> {
  if (!element) return undefined;
  const box = document.createElement('div');
  box.className = styles.drawing ?? '';
  box.inert = true;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.dataset.drawn = '';
  box.append(copy);
  document.body.append(box);
  for (const width of widths) {
    box.style.width = `${String(width)}rem`;
    copy.style.minHeight = `${String(width * heightOfWidth)}rem`;
    if (copy.offsetHeight <= copy.offsetWidth * atMost) break;
  }
  try {
    return await pictureOf(copy);
  } finally {
    box.remove();
  }
}

/** Of what is in the address itself. */
export function saveFile(content: string, name: string): void {
  const link = document.createElement('a');
  link.href = content;
  link.download = name;
  link.click();
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
