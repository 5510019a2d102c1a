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
