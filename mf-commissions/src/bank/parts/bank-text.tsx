import { markedPieces, recognisedFirst, type Piece } from './marked-text';
import { Unbroken } from './unbroken';

interface BankTextProps {
  text: string;
  marks: readonly (readonly [number, number])[];
}

/** A transaction's text as the bank wrote it; what was recognised stands out. */
export const BankText = ({ text, marks }: BankTextProps) => <Pieces pieces={markedPieces(text, marks)} />;

/** The same in a row that may cut it: what was recognised stands first. */
export const BankLine = ({ text, marks }: BankTextProps) => (
  <Pieces pieces={recognisedFirst(text, marks)} between=" " />
);

const Pieces = ({ pieces, between = '' }: { pieces: readonly Piece[]; between?: string }) =>
  pieces.map((piece, index) => (
    <span key={index}>
      {index > 0 && between}
      {piece.marked ? (
        <mark>
          <Unbroken>{piece.text}</Unbroken>
        </mark>
      ) : (
        piece.text
      )}
    </span>
  ));
