/** A piece of a bank's text, and whether it was recognised. */
export interface Piece {
  text: string;
  marked: boolean;
}

/**
 * Cuts a text at its marks; marks that overlap or touch are one.
 * @param marks [from, length] in characters, in any order
 */
export function markedPieces(text: string, marks: readonly (readonly [number, number])[]): Piece[] {
  // By characters, as the database counts them.
  const letters = [...text];
  const marked = new Array<boolean>(letters.length).fill(false);
  for (const [from, length] of marks) marked.fill(true, Math.max(0, from), Math.max(0, from + length));
  const pieces: Piece[] = [];
  letters.forEach((letter, index) => {
    const last = pieces.at(-1);
    if (last && last.marked === marked[index]) last.text += letter;
    else pieces.push({ text: letter, marked: marked[index] ?? false });
  });
  return pieces;
}

/**
 * A bank's text with what was recognised in front, in the order of its marks, and the rest behind as it stands: where it is cut, the rest is.
 * @param marks as of `markedPieces`, what says most first
 */
export function recognisedFirst(text: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const letters = [...text];
  const taken = new Array<boolean>(letters.length).fill(false);
  const recognised = marks.flatMap(([from, length]): Piece[] => {
    const places = letters
      .map((_letter, at) => at)
      .filter((at) => at >= from && at < from + length && !taken[at]);
    places.forEach((at) => (taken[at] = true));
    const piece = places
      .map((at) => letters[at])
      .join('')
      .trim();
    return piece ? [{ text: piece, marked: true }] : [];
  });
  if (recognised.length === 0) return [{ text, marked: false }];
  const rest = letters
    .map((letter, at) => (taken[at] ? ' ' : letter))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return [...recognised, ...(rest ? [{ text: rest, marked: false }] : [])];
}
