// Pictures as an administrator has them: photographs of phones and logos with nothing behind them.
import type { Page } from '@playwright/test';

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A logo: a disc on a transparent ground. */
export async function logo(page: Page, width: number, height: number): Promise<PictureFile> {
  return { name: 'logo.png', mimeType: 'image/png', buffer: await draw(page, width, height, 'image/png') };
}

/** A photo that lies on its side, with the note of the camera that it is to be turned by a quarter. */
export async function turnedPhoto(page: Page, width: number, height: number): Promise<PictureFile> {
  const jpeg = await draw(page, width, height, 'image/jpeg');
  // EXIF, big-endian, with one entry: orientation (0x0112), a short, 6 = turn right.
  const exif = Buffer.from(
    '457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
    'hex',
  );
  const header = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const buffer = Buffer.concat([jpeg.subarray(0, 2), header, exif, jpeg.subarray(2)]);
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

export const notAPicture: PictureFile = {
  name: 'prospectus.png',
  mimeType: 'image/png',
  buffer: Buffer.from('%PDF-1.7'),
};

export const tooLarge: PictureFile = {
  name: 'poster.png',
  mimeType: 'image/png',
  buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
};

async function draw(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h, kind]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = '#0b5c4f';
        context.arc(w / 2, h / 2, Math.min(w, h) / 3, 0, 7);
        context.fill();
      }
      return canvas.toDataURL(kind).split(',')[1] ?? '';
    },
    [width, height, type] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** What a data URL shows: its size, and the colour of its top left corner. */
export function look(
  page: Page,
  dataUrl: string,
): Promise<{ width: number; height: number; corner: number[] }> {
  return page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return {
      width: image.naturalWidth,
      height: image.naturalHeight,
      corner: [...(context?.getImageData(0, 0, 1, 1).data ?? [])],
    };
  }, dataUrl);
}
