import { markedPieces } from './marked-text';
import { Unbroken } from './unbroken';

/** A transaction's text as the bank wrote it; what was recognised stands out. */
export function BankText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  return markedPieces(text, marks).map((piece, index) =>
    piece.marked ? (
      <mark key={index}>
        <Unbroken>{piece.text}</Unbroken>
      </mark>
    ) : (
      <span key={index}>{piece.text}</span>
    ),
  );
}
