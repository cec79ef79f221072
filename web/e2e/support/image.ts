// Reads images by letting a browser decode them.
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  data: Uint8Array;
}

export async function pixelsOf(context: BrowserContext, file: string): Promise<Pixels> {
  const address = `data:image/png;base64,${(await readFile(file)).toString('base64')}`;
  const page = await context.newPage();
  try {
    const { width, height, text } = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      if (!canvas) throw new Error('The browser has no canvas');
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, width, height);
      // As text, which comes over a hundred times faster than an array.
      let text = '';
      for (let from = 0; from < data.length; from += 8_192) {
        text += String.fromCharCode(...data.subarray(from, from + 8_192));
      }
      return { width, height, text };
    }, address);
    return { width, height, data: new Uint8Array(Buffer.from(text, 'latin1')) };
  } finally {
    await page.close();
  }
}

/** How opaque the pixels of a column are, from 0 to 255, top to bottom. */
export function opacity({ width, height, data }: Pixels, column: number): number[] {
  return Array.from({ length: height }, (_, row) => data[(row * width + column) * 4 + 3] ?? 0);
}
