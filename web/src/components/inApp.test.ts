import { expect, it, vi } from 'vitest';
import { isInApp, print } from './inApp';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [
    'Instagram on Android',
    `Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A; wv) ${chrome} Instagram 337.0.0.0`,
  ],
  [
    'Facebook on Android',
    `Mozilla/5.0 (Linux; Android 13; CPH2505 Build/TP1A; wv) ${chrome} [FB_IAB/FB4A;FBAV/469.0;]`,
  ],
  ['an app that does not say its name on Android', `Mozilla/5.0 (Linux; Android 12; RMX3231; wv) ${chrome}`],
  ['WhatsApp on Android', `Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A; wv) ${chrome} WhatsApp/2.24`],
  ['Instagram on an iPhone', `${iPhone} Mobile/15E148 Instagram 335.0.0.27.95 (iPhone14,5; iOS 17_5)`],
  ['Facebook on an iPhone', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.37.106]`],
  ['an app that does not say its name on an iPhone', `${iPhone} Mobile/15E148`],
  [
    'an app on an iPad',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
])('knows %s', (_, userAgent) => {
  expect(isInApp(userAgent)).toBe(true);
});

it.each([
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  ['Safari on an iPhone', `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${iPhone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${iPhone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
])('takes %s for a browser', (_, userAgent) => {
  expect(isInApp(userAgent)).toBe(false);
});

it('tells whether a print window came', async () => {
  vi.useFakeTimers();
  vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(print()).resolves.toBe(true);
  for (const nothing of [
    () => undefined,
    () => {
      throw new TypeError('window.print is not a function');
    },
  ]) {
    vi.spyOn(window, 'print').mockImplementation(nothing);
    const printed = print();
    await vi.runAllTimersAsync();
    await expect(printed).resolves.toBe(false);
  }
  vi.useRealTimers();
});
