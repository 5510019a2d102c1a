/** How the bytes of a text file are read. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis';

/**
 * The encoding of a file as spreadsheets and banks write it: UTF-8, UTF-16 with its mark, the Windows code page that Excel uses for "CSV", or that of
 * Japan, which is told by its syllables.
 * @param bytes content of the file
 */
export function guessEncoding(bytes: ArrayBuffer): TextEncoding {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return isShiftJis(bytes) ? 'shift_jis' : 'windows-1252';
  }
}

function isShiftJis(bytes: ArrayBuffer): boolean {
  try {
    return /[\u3041-\u30fe]/.test(new TextDecoder('shift_jis', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/**
 * Text of a file; a mark of its encoding at the start is no part of it.
 * @param bytes content of the file
 */
export const decode = (bytes: ArrayBuffer, encoding: TextEncoding = guessEncoding(bytes)): string =>
  new TextDecoder(encoding).decode(bytes);
