import { FileProblem } from '@paperplane/shared/import/files';
import { FlateErrorCode, Inflate, type FlateError } from 'fflate';
import { FILE_LIMITS } from '../../files/limits';
import { ascii85, asciiHex, type AsciiDecoder } from './pdf-ascii';
import { asciiLayers } from './pdf-filters';

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

/** Where the data of a stream begins, in the line after its word, as whoever opens it reads. */
function dataBehind(bytes: Uint8Array, word: number): number {
  let at = word + BEGIN.length;
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
    this.inner ??= new Unpacking(this.onPiece, this.layers);
    this.pass(piece, this.inner);
  });
  private readonly texts: { decode: AsciiDecoder; inner: Unpacking | null }[];

  /** @param layers how many times it may be written as letters, too */
  constructor(
    private readonly onPiece: (size: number) => void,
    private readonly layers: number,
  ) {
    const decoders = layers > 0 ? [ascii85(), asciiHex()] : [];
    this.texts = decoders.map((decode) => ({ decode, inner: null }));
  }

  private pass(piece: Uint8Array, inner: Unpacking): void {
    this.onPiece(piece.length);
    inner.push(piece, false);
  }

  /** @returns false when the data ends in the middle */
  push(piece: Uint8Array, isLast: boolean): boolean {
    for (const text of this.texts) {
      const decoded = text.decode(piece);
      if (decoded.length > 0)
        this.pass(decoded, (text.inner ??= new Unpacking(this.onPiece, this.layers - 1)));
    }
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

/** Letters before streams that are read twice, and what a stream costs however little it holds. */
const [MOST_LOOKED, LOOK] = [10_000_000, 2000];
/** What is told of a PDF that takes more than reading one may. */
export const tooLarge = () =>
  new FileProblem('This PDF is too large to be a statement. Ask the vendor for a CSV file or a workbook.');

/**
 * Counts what the streams of a PDF unpack to before anybody opens it: whoever opens it unpacks a stream as a whole.
 * What is encrypted or hidden passes it; whoever opens a PDF limits its time.
 * @throws FileProblem when it is more than is read, or cannot be counted
 */
export function checkUnpackedSize(bytes: Uint8Array): void {
  let read = 0;
  const count = (size: number) => {
    read += size;
    if (read > FILE_LIMITS.unpacked) throw tooLarge();
  };
  /** What is read counts, too: streams that lie inside each other would be read again and again. */
  const isWhole = (data: Uint8Array, layers: number): boolean => {
    const stream = new Unpacking(count, layers);
    for (let from = 0; from < data.length; from += CHUNK) {
      const piece = data.subarray(from, from + CHUNK);
      count(piece.length);
      if (!stream.push(piece, from + CHUNK >= data.length)) return false;
    }
    return true;
  };
  /** Where streams end next, from a place on; asked again and again where nothing ends them. */
  let known = { from: 0, at: find(bytes, END, 0) };
  const endFrom = (from: number): number => {
    if (from < known.from || (known.at >= 0 && known.at < from)) known = { from, at: find(bytes, END, from) };
    return known.at;
  };
  /** What stands before streams is read for their filters; read again and again it is as much work as what they hold. */
  let looked = 0;
  /** Where the data of the stream before begins and ends. */
  let [begun, ended] = [0, 0];
  for (let word = find(bytes, BEGIN, 0); word >= 0; word = find(bytes, BEGIN, word + 1)) {
    const at = dataBehind(bytes, word);
    const isEnd = END.every((code, index) => bytes[word - END.length + BEGIN.length + index] === code);
    const before = bytes.subarray(word < ended ? begun : ended, word);
    looked += isEnd ? 0 : before.length + LOOK;
    if (looked > bytes.length + MOST_LOOKED) throw tooLarge();
    const layers = isEnd ? 0 : asciiLayers(before);
    if (layers === null)
      throw new FileProblem(
        'This PDF is packed in an old way that is not read. Ask the vendor for a CSV file or a workbook.',
      );
    // The word may stand in the data itself: then the data goes on behind it.
    let end = at;
    let data: Uint8Array;
    do {
      const next = endFrom(end);
      end = next < 0 ? bytes.length : next + END.length;
      data = bytes.subarray(at, next < 0 ? end : next);
    } while (!isWhole(data, layers) && end < bytes.length);
    if (!isEnd) [begun, ended] = [at, Math.max(ended, end)];
  }
}
