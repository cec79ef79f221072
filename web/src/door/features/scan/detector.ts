// Reads QR codes from pictures. Its WebAssembly is served by ourselves; the library would ask a CDN for it.
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Rejects where the WebAssembly cannot be had. */
export const ready = prepareZXingModule({
  overrides: {
    locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? reader : folder + file),
  },
  // The first pass should not wait for it.
  fireImmediately: true,
});

const detector = new BarcodeDetector({ formats: ['qr_code'] });

export async function readCodes(picture: ImageData): Promise<string[]> {
  const found = await detector.detect(picture);
  return found.map(({ rawValue }) => rawValue).filter((text) => text !== '');
}
