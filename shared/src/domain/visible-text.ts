/**
 * White space, and what is drawn as nothing: control and format characters, fillers, variation selectors, tags. Code points from and to, as
 * the database writes them (`private.is_visible`); a database test compares the two over all of Unicode.
 */
const UNSEEN: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const isSeen = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return !UNSEEN.some(([from, to]) => code >= from && code <= to);
};

/** Whether a name shows anything: at least one character that is neither white space nor drawn as nothing. */
export const isVisible = (text: string): boolean => [...text].some(isSeen);
