const MARKS = /(\*\*.+?\*\*|`.+?`)/;

/** Paragraphs with **strong** words and `code`: what descriptions in an OpenAPI file may hold of Markdown. */
export function MarkedText({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph, index) => (
    <p key={index}>
      <Marked text={paragraph} />
    </p>
  ));
}

/** One line of it. */
export function Marked({ text }: { text: string }) {
  return text.split(MARKS).map((piece, index) => {
    if (piece.startsWith('**')) return <b key={index}>{piece.slice(2, -2)}</b>;
    if (piece.startsWith('`')) return <code key={index}>{piece.slice(1, -1)}</code>;
    return piece;
  });
}
