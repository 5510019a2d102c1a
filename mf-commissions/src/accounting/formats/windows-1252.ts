let places: ReadonlyMap<string, number> | undefined;

/** Letters that the code page has not, as those that stand for them. */
const STAND_INS: Readonly<Record<string, string>> = {
  '\u2011': '-',
  Ł: 'L',
  ł: 'l',
  '\u2212': '-',
  '\u202F': ' ',
};

/** A text in Windows-1252; a letter that it has not loses its accents, or becomes `?`. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  places ??= new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  const known = places;
  const place = (letter: string): number | undefined => known.get(letter);
  const bytes = [...text.normalize('NFC')].flatMap((letter) => {
    const stand = STAND_INS[letter] ?? letter;
    const own = place(stand);
    if (own !== undefined) return [own];
    const [base = '?'] = stand.normalize('NFD');
    return [place(base) ?? 63];
  });
  return Uint8Array.from(bytes);
}
