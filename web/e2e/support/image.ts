// Reads an image by letting a browser decode it.
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

export interface Image {
  width: number;
  height: number;
  /** How opaque the pixels of the first, the middle and the last column are, from 0 to 255, top to bottom. */
  left: number[];
  middle: number[];
  right: number[];
}

export async function readPng(context: BrowserContext, file: string): Promise<Image> {
  const address = `data:image/png;base64,${(await readFile(file)).toString('base64')}`;
  const page = await context.newPage();
  try {
    return await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      if (!canvas) throw new Error('The browser has no canvas');
      canvas.drawImage(image, 0, 0);
      const opacity = (x: number) => {
        const { data } = canvas.getImageData(x, 0, 1, height);
        return Array.from({ length: height }, (_, y) => data[y * 4 + 3] ?? 0);
      };
      return {
        width,
        height,
        left: opacity(0),
        middle: opacity(Math.floor(width / 2)),
        right: opacity(width - 1),
      };
    }, address);
  } finally {
    await page.close();
  }
}
