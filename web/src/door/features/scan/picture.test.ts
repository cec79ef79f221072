import { expect, it } from 'vitest';
import { partOf } from './picture';

it('reads what is in the frame and a little around it, where the picture is cut at its sides', () => {
  const video = { left: 0, top: 0, width: 400, height: 800 };
  const frame = { left: 100, top: 300, width: 200, height: 200 };
  // Half the size on the screen, and 600 of its 1,000 are not seen.
  const part = partOf({ width: 2_000, height: 1_600 }, video, frame);
  expect(part).toEqual({ left: 740, top: 540, width: 520, height: 520 });
});

it('reads what is in the frame, where the picture is cut above and below', () => {
  const video = { left: 10, top: 50, width: 800, height: 400 };
  const frame = { left: 310, top: 150, width: 200, height: 200 };
  expect(partOf({ width: 400, height: 400 }, video, frame)).toEqual({
    left: 135,
    top: 135,
    width: 130,
    height: 130,
  });
});

it('reads no more than there is', () => {
  const box = { left: 0, top: 0, width: 300, height: 300 };
  expect(partOf({ width: 300, height: 300 }, box, box)).toEqual(box);
});
