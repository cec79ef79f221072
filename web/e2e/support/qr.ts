// Reads QR codes as a scanner does: from pixels.
import decodeQR from 'qr/decode.js';
import type { Pixels } from './image';

/** Version 3, which every pass has: 29 modules, with 22 between the middles of two corners. */
const modules = { side: 29, betweenCorners: 22 };

interface Code {
  text: string;
  /** How long its side is, in pixels. */
  side: number;
}

export function readCode(image: Pixels): Code {
  let side = 0;
  const text = decodeQR(image, {
    pointsOnDetect: ({ tl: first, tr: second }) => {
      side = (Math.hypot(first.x - second.x, first.y - second.y) * modules.side) / modules.betweenCorners;
    },
  });
  return { text, side };
}
