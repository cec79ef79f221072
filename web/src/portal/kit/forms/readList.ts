// The text of a file, as spreadsheets save one.

/** What a person can do something about. */
export class UnusableList extends Error {}

const saveAsCsv = 'Open it in the spreadsheet, save it as “CSV UTF-8”, and choose that file.';
const begins = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** How large a text is as it is sent: a letter of Malayalam is three bytes, a quote or the end of a line two. */
export const bytesSent = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

/** `mostBytes` are what the server takes; `tooLarge` says what to do about more. */
export async function readList(file: File, mostBytes: number, tooLarge: string): Promise<string> {
  const bytes = await bytesOf(file);
  // A workbook is a zip, or in the old format a compound file.
  if (begins(bytes, 0x50, 0x4b) || begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnusableList(`This is a workbook, not a list. ${saveAsCsv}`);
  }
  const text = decode(bytes);
  if (text === undefined) throw new UnusableList(`Some characters in this file cannot be read. ${saveAsCsv}`);
  if (bytesSent(text) > mostBytes) throw new UnusableList(tooLarge);
  return text;
}

const bytesOf = (file: File) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(new Uint8Array(reader.result as ArrayBuffer));
    };
    reader.onerror = () => {
      reject(new UnusableList('This file could not be read.'));
    };
    reader.readAsArrayBuffer(file);
  });

function decode(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  // “Unicode text” of a spreadsheet says so at its beginning.
  const encoding = begins(bytes, 0xff, 0xfe) ? 'utf-16le' : begins(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
