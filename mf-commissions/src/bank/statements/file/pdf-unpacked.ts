import { FileProblem } from '@paperplane/shared/import/files';
import { FlateErrorCode, Inflate, type FlateError } from 'fflate';
import { FILE_LIMITS } from '../../files/limits';

/** So little at a time that what it unpacks to, a thousand times as much at most, fits into memory. */
const CHUNK = 4096;
const [LF, CR] = [10, 13];
const lettersOf = (word: string): Uint8Array => Uint8Array.from(word, (letter) => letter.charCodeAt(0));
const [BEGIN, END] = [lettersOf('stream'), lettersOf('endstream')];

/** Where a word stands next; -1 where it does not. */
function find(bytes: Uint8Array, word: Uint8Array, from: number): number {
  const [first = 0] = word;
  let at = bytes.indexOf(first, from);
  while (at >= 0 && !word.every((code, index) => bytes[at + index] === code))
    at = bytes.indexOf(first, at + 1);
  return at;
}

/** Where the data of the next stream begins, in the line after its word, as whoever opens it reads; -1 where there is none. */
function nextStream(bytes: Uint8Array, from: number): number {
  let at = find(bytes, BEGIN, from);
  if (at < 0) return -1;
  at += BEGIN.length;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
}

/** Whether packed data begins here, as whoever opens it asks. */
const isPacked = (method: number, flags: number): boolean =>
  (method & 15) === 8 && ((method << 8) + flags) % 31 === 0 && (flags & 32) === 0;

/** Takes data in pieces, unpacks it and tells the size of each piece; what was packed again is unpacked again. */
class Unpacking {
  private readonly head: number[] = [];
  private inner: Unpacking | null = null;
  private isOpen = true;
  private readonly stream = new Inflate((piece) => {
    this.onPiece(piece.length);
    this.inner ??= new Unpacking(this.onPiece);
    this.inner.push(piece, false);
  });

  constructor(private readonly onPiece: (size: number) => void) {}

  /** @returns false when the data ends in the middle */
  push(piece: Uint8Array, isLast: boolean): boolean {
    let from = 0;
    while (this.head.length < 2 && from < piece.length) this.head.push(piece[from++] ?? 0);
    const [method = 0, flags = 0] = this.head;
    if (this.head.length === 2 && !isPacked(method, flags)) this.isOpen = false;
    if (!this.isOpen || this.head.length < 2) return true;
    try {
      this.stream.push(piece.subarray(from), isLast);
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      this.isOpen = false;
      return (error as FlateError).code !== FlateErrorCode.UnexpectedEOF;
    }
    return true;
  }
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
  /** What is read counts, too: streams that lie inside each other would be read again and again. */
  const isWhole = (data: Uint8Array): boolean => {
    const stream = new Unpacking(count);
    for (let from = 0; from < data.length; from += CHUNK) {
      const piece = data.subarray(from, from + CHUNK);
      count(piece.length);
      if (!stream.push(piece, from + CHUNK >= data.length)) return false;
    }
    return true;
  };
  for (let at = nextStream(bytes, 0); at >= 0; at = nextStream(bytes, at)) {
    // The word may stand in the data itself: then the data goes on behind it.
    let end = at;
    do {
      const next = find(bytes, END, end);
      end = next < 0 ? bytes.length : next + END.length;
    } while (!isWhole(bytes.subarray(at, end < bytes.length ? end - END.length : end)) && end < bytes.length);
  }
}
