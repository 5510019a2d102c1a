import { FileProblem } from '@paperplane/shared/import/files';
import { Unzlib } from 'fflate';
import { FILE_LIMITS } from '../../files/limits';

/** So little at a time that what it unpacks to, a thousand times as much at most, fits into memory. */
const CHUNK = 4096;
const KEYWORD = Uint8Array.from('stream', (letter) => letter.charCodeAt(0));
const [S, CR, LF] = [0x73, 13, 10];

const startsAt = (bytes: Uint8Array, at: number): boolean =>
  KEYWORD.every((code, index) => bytes[at + index] === code);

/** Where the data of the next stream begins; -1 where there is none. */
function nextStream(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(S, from);
  while (at >= 0 && !startsAt(bytes, at)) at = bytes.indexOf(S, at + 1);
  if (at < 0) return -1;
  let data = at + KEYWORD.length;
  if (bytes[data] === CR) data += 1;
  if (bytes[data] === LF) data += 1;
  return data;
}

/** Unpacks and tells each piece; what was packed again is unpacked again. Nothing comes of what is not packed. */
function unpacking(onPiece: (size: number) => void): { push: (piece: Uint8Array) => boolean } {
  let inner: ReturnType<typeof unpacking> | null = null;
  let isOpen = true;
  const stream = new Unzlib((piece, isLast) => {
    onPiece(piece.length);
    if (isLast) isOpen = false;
    inner ??= unpacking(onPiece);
    inner.push(piece);
  });
  return {
    push(piece) {
      if (!isOpen) return false;
      try {
        stream.push(piece);
      } catch (error) {
        if (error instanceof FileProblem) throw error;
        isOpen = false;
      }
      return isOpen;
    },
  };
}

/**
 * Counts what the streams of a PDF unpack to before anybody opens it: whoever opens it unpacks a stream as a whole.
 * @throws FileProblem when it is more than is read
 */
export function checkUnpackedSize(bytes: Uint8Array): void {
  let read = 0;
  const count = (size: number) => {
    read += size;
    if (read > FILE_LIMITS.unpacked)
      throw new FileProblem(
        'This PDF is too large to be a statement. Ask the vendor for a CSV file or a workbook.',
      );
  };
  for (let at = nextStream(bytes, 0); at >= 0; at = nextStream(bytes, at)) {
    const stream = unpacking(count);
    for (let from = at; from < bytes.length; from += CHUNK) {
      const piece = bytes.subarray(from, from + CHUNK);
      // What is read counts, too: streams that lie inside each other would be read again and again.
      count(piece.length);
      if (!stream.push(piece)) break;
    }
  }
}
