import { expect, it, vi } from 'vitest';
import { stubPictures } from '@/testing/pictures';
import { fit, notAPicture, shrink, tooLarge } from './shrink';

it('keeps the proportions and never enlarges', () => {
  expect(fit(2400, 1600)).toEqual({ width: 1200, height: 800 });
  expect(fit(4000, 1000)).toEqual({ width: 1200, height: 300 });
  expect(fit(1000, 4000)).toEqual({ width: 200, height: 800 });
  expect(fit(320, 200)).toEqual({ width: 320, height: 200 });
  expect(fit(5000, 1)).toEqual({ width: 1200, height: 1 });
});

it('paints the picture upright on white and sends a JPEG of quality 0.7', async () => {
  const { context, toBlob, decode, close } = stubPictures({ width: 2400, height: 2400 });
  const file = new Blob(['photo']);
  await expect(shrink(file)).resolves.toMatch(/^data:image\/jpeg;base64,/);
  expect(decode).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
  expect(context.fillStyle).toBe('#fff');
  expect(context.fillRect).toHaveBeenCalledWith(0, 0, 800, 800);
  expect(context.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 800, 800);
  expect(context.fillRect.mock.invocationCallOrder[0]).toBeLessThan(
    context.drawImage.mock.invocationCallOrder[0] ?? 0,
  );
  expect(toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/jpeg', 0.7);
  expect(close).toHaveBeenCalledOnce();
});

it('measures the picked file, not what becomes of it', async () => {
  const { decode } = stubPictures({ width: 10, height: 10 });
  const limit = 5 * 1024 * 1024;
  await expect(shrink(new Blob([new Uint8Array(limit)]))).resolves.toMatch(/^data:/);
  decode.mockClear();
  await expect(shrink(new Blob([new Uint8Array(limit + 1)]))).rejects.toThrow(tooLarge);
  expect(decode).not.toHaveBeenCalled();
});

it('says that a file is no picture', async () => {
  stubPictures();
  vi.mocked(createImageBitmap).mockRejectedValue(new DOMException('no', 'InvalidStateError'));
  await expect(shrink(new Blob(['%PDF']))).rejects.toThrow(notAPicture);
});
