/** A text whose references stay whole: `HT-27324` does not leave its number to the next line. */
export function Unbroken({ children }: { children: string }) {
  // Every other piece is a word with a hyphen and a digit.
  return children.split(/(\S*\w-\S*\d\S*)/).map((piece, index) =>
    index % 2 === 1 ? (
      <span key={index} className="bank-nw">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
