const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const [FIRST, LAST, ZEROS, END] = ['!', 'u', 'z', '~'].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === LF || code === CR;

/** Takes a text in pieces and answers the bytes that each of them says. */
export type AsciiDecoder = (piece: Uint8Array) => Uint8Array;

/** ASCII85, read as whoever opens a PDF reads it: no letter is wrong. */
export function ascii85(): AsciiDecoder {
  const group: number[] = [];
  let isOver = false;
  const bytesOf = (codes: readonly number[]): number[] => {
    const value = [...codes, LAST, LAST, LAST, LAST]
      .slice(0, 5)
      .reduce((sum, code) => sum * 85 + code - FIRST, 0);
    return [value >>> 24, value >>> 16, value >>> 8, value]
      .map((byte) => byte & 255)
      .slice(0, codes.length - 1);
  };
  return (piece) => {
    const bytes: number[] = [];
    for (const code of piece) {
      if (isOver) break;
      if (isBlank(code)) continue;
      if (code === END) {
        isOver = true;
        if (group.length > 1) bytes.push(...bytesOf(group));
      } else if (code === ZEROS && group.length === 0) bytes.push(0, 0, 0, 0);
      else if (group.push(code) === 5) bytes.push(...bytesOf(group.splice(0)));
    }
    return Uint8Array.from(bytes);
  };
}

/** Hexadecimal digits; what is none is passed over. */
export function asciiHex(): AsciiDecoder {
  let first = '';
  let isOver = false;
  return (piece) => {
    const bytes: number[] = [];
    for (const code of piece) {
      const letter = String.fromCharCode(code);
      isOver ||= letter === '>';
      if (isOver) break;
      if (!/[\da-f]/i.test(letter)) continue;
      if (first === '') first = letter;
      else {
        bytes.push(parseInt(first + letter, 16));
        first = '';
      }
    }
    return Uint8Array.from(bytes);
  };
}
