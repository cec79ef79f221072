// Stand-ins for what a browser does with pictures and a test page cannot.
import { vi } from 'vitest';

/** Every file decodes to a picture of this size, and every canvas to the same few bytes. */
export function stubPictures(size: { width: number; height: number } = { width: 40, height: 20 }) {
  const close = vi.fn();
  const decode = vi.fn(() => Promise.resolve({ ...size, close } as unknown as ImageBitmap));
  vi.stubGlobal('createImageBitmap', decode);
  const context = { fillStyle: '', imageSmoothingQuality: '', fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') => {
    done(new Blob(['jpeg'], { type }));
  });
  return { close, decode, context, toBlob };
}
