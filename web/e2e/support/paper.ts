// What a printer would put on paper.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Pixels } from './image';

const pixelsPerPoint = 3;
const pointsPerInch = 72;
const millimetresPerInch = 25.4;

export interface Sheet extends Pixels {
  pixelsPerMillimetre: number;
}

/** The pages of a PDF. */
export async function printed(pdf: Buffer): Promise<Sheet[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const sheets = [];
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: pixelsPerPoint, render: 'bitmap' });
      sheets.push({
        width,
        height,
        data,
        pixelsPerMillimetre: (pixelsPerPoint * pointsPerInch) / millimetresPerInch,
      });
    }
    return sheets;
  } finally {
    document.destroy();
    library.destroy();
  }
}
