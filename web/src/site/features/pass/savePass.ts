// The pass as a file. The image library is large, so it is fetched only when the file is requested.

export const fetchImageCode = () => import('html-to-image');

export async function savePass(ticket: HTMLElement | null, orderId: string): Promise<void> {
  if (!ticket) return;
  try {
    const { toPng } = await fetchImageCode();
    const image = await toPng(ticket, { pixelRatio: 2, skipFonts: true });
    const link = document.createElement('a');
    link.href = image;
    link.download = `pass-${orderId}.png`;
    link.click();
  } catch (error) {
    console.error('The pass could not be saved as an image', error);
  }
}
