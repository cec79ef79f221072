// What a phone's camera sees of a pass: the code turned, out of focus, badly lit and noisy, as a film for Chromium.
import { writeFile } from 'node:fs/promises';
import encodeQR from 'qr';

const width = 1280;
const height = 960;
const framesPerSecond = 10;
const frames = 10;

const side = 220;
const radians = 0.25;
const grey = 128;
const noise = 18;

/** Writes the film, which a fake camera repeats for ever: one code in the middle, and one on the left, out of the door's frame. */
export async function film(text: string, beside: string, file: string): Promise<void> {
  const grid = new Float64Array(width * height).fill(grey);
  turn(grid, code(text), width / 2);
  turn(grid, code(beside), side * 0.7);
  const picture = blurred(grid);
  const colourless = Buffer.alloc((width * height) / 2, grey);
  const parts = [
    Buffer.from(
      `YUV4MPEG2 W${String(width)} H${String(height)} F${String(framesPerSecond)}:1 Ip A1:1 C420\n`,
    ),
  ];
  const random = generator();
  for (let frame = 0; frame < frames; frame++) {
    const light = Buffer.alloc(width * height);
    for (let place = 0; place < light.length; place++) {
      const value = (picture[place] ?? grey) + (random() - 0.5) * 2 * noise;
      light[place] = Math.max(16, Math.min(235, value));
    }
    parts.push(Buffer.from('FRAME\n'), light, colourless);
  }
  await writeFile(file, Buffer.concat(parts));
}

const code = (text: string) =>
  encodeQR(text, 'raw', { ecc: 'quartile', encoding: 'alphanumeric', border: 4 });

/** Puts a code into a picture, at half of its height and with its middle so far from the left. */
function turn(picture: Float64Array, modules: boolean[][], middle: number): void {
  const module = side / modules.length;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [right, down] = [x - middle, y - height / 2];
      const column = Math.floor((right * cosine + down * sine + side / 2) / module);
      const row = Math.floor((down * cosine - right * sine + side / 2) / module);
      const isDark = modules[row]?.[column];
      if (isDark !== undefined) picture[y * width + x] = isDark ? 50 : 210;
    }
  }
}

/** Three boxes after one another are nearly a lens out of focus. */
function blurred(picture: Float64Array): Float64Array {
  let from = picture;
  for (let pass = 0; pass < 3; pass++) {
    const to = new Float64Array(from.length);
    for (let place = 0; place < from.length; place++) {
      let sum = 0;
      for (const step of [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]) {
        sum += from[place + step] ?? grey;
      }
      to[place] = sum / 9;
    }
    from = to;
  }
  return from;
}

/** The same noise each time. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
