// The part of the camera's picture that is read: what is seen in the frame, and a little around it.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Nobody holds a pass exactly: so much on each side of the frame is read, too, as a part of the side. */
const around = 0.15;

/** Longer sides bring nothing for a code that fills the frame, and cost time on a cheap phone. */
const longestSide = 960;

/** Where the frame is in a picture of this size, which covers the box of its video from the middle. */
export function partOf(picture: Pick<Box, 'width' | 'height'>, video: Box, frame: Box): Box {
  const scale = Math.max(video.width / picture.width, video.height / picture.height);
  const along = (from: number, side: number, videoFrom: number, videoSide: number, whole: number) => {
    const hidden = (whole * scale - videoSide) / 2;
    const begin = (from - side * around - videoFrom + hidden) / scale;
    const end = begin + (side * (1 + 2 * around)) / scale;
    const first = Math.min(Math.max(0, Math.round(begin)), whole);
    return [first, Math.max(0, Math.min(whole, Math.round(end)) - first)] as const;
  };
  const [left, width] = along(frame.left, frame.width, video.left, video.width, picture.width);
  const [top, height] = along(frame.top, frame.height, video.top, video.height, picture.height);
  return { left, top, width, height };
}

/** Takes pictures of what is in the frame; nothing while there is no picture or no frame. */
export function camera(
  video: HTMLVideoElement,
  frame: () => HTMLElement | null,
): () => ImageData | undefined {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas to draw on');
  return () => {
    const { videoWidth: width, videoHeight: height } = video;
    const box = frame()?.getBoundingClientRect();
    if (width === 0 || !box || document.visibilityState !== 'visible') return undefined;
    const part = partOf({ width, height }, video.getBoundingClientRect(), box);
    if (part.width === 0 || part.height === 0) return undefined;
    const scale = Math.min(1, longestSide / Math.max(part.width, part.height));
    const size = { width: Math.round(part.width * scale), height: Math.round(part.height * scale) };
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    context.drawImage(video, part.left, part.top, part.width, part.height, 0, 0, size.width, size.height);
    return context.getImageData(0, 0, size.width, size.height);
  };
}
