// A picked picture as it is sent: no larger than the site shows it, upright, and a JPEG.

export const tooLarge = 'Image size should be less than 5MB';
export const notAPicture = 'This file is not a picture that can be read. Please choose a JPG or PNG.';

const maxFileBytes = 5 * 1024 * 1024;
const maxWidth = 1200;
const maxHeight = 800;
const quality = 0.7;

/** Its message is for the person who picked the file. */
export class UnusableImage extends Error {}

/**
 * The picture as a JPEG data URL of at most 1200×800 pixels. Rejects with an UnusableImage when the file is over
 * 5 MB or no picture.
 */
export async function shrink(file: Blob): Promise<string> {
  if (file.size > maxFileBytes) throw new UnusableImage(tooLarge);
  const picture = await decode(file);
  try {
    return await readAsDataUrl(await encode(picture));
  } finally {
    picture.close();
  }
}

/** The largest size within the limits that keeps the proportions; a small picture stays as it is. */
export function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    // Phones save photos lying on their side, with a note which way is up.
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new UnusableImage(notAPicture);
  }
}

async function encode(picture: ImageBitmap): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { width, height } = fit(picture.width, picture.height);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new UnusableImage(notAPicture);
  // A JPEG has no transparency: without a ground it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', quality);
  });
  if (!blob) throw new UnusableImage(notAPicture);
  return blob;
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(new UnusableImage(notAPicture));
    };
    reader.readAsDataURL(blob);
  });
}
