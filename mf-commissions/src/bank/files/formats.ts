/** The formats of banks' files: what each is called, how its files are named and how it is told from the others. */
interface Format {
  /** On the screen. */
  name: string;
  /** Of files, for the dialog that chooses them; what a file is, its content says. */
  endings: readonly string[];
  /** What its lines are called. */
  counts: 'Line' | 'Movement';
  /**
   * Whether a file is of it.
   * @param head the first 4,000 characters, without white space before them
   */
  recognizes: (text: string, head: string) => boolean;
}

const isOfx = (head: string) =>
  /^(OFXHEADER\s*:|<\?OFX\b|(<\?xml[^>]*>\s*)?(<\?OFX[^>]*>\s*)?<OFX>)/i.test(head);
/** The mark of Quicken. */
const isOfQuicken = (text: string) => /<INTU\.(BID|USERID|ORG)>/i.test(text);

/** Asked in this order; what none recognizes is a table. How each is read stands in engine/engine.ts. */
const KNOWN = {
  csv: { name: 'CSV', endings: ['.csv', '.txt', '.tsv'], counts: 'Line', recognizes: () => false },
  ofx: {
    name: 'OFX',
    endings: ['.ofx'],
    counts: 'Movement',
    recognizes: (text, head) => isOfx(head) && !isOfQuicken(text),
  },
  qfx: {
    name: 'QFX',
    endings: ['.qfx'],
    counts: 'Movement',
    recognizes: (text, head) => isOfx(head) && isOfQuicken(text),
  },
  qif: {
    name: 'QIF',
    endings: ['.qif'],
    counts: 'Line',
    recognizes: (_text, head) =>
      !head.startsWith('<') && /^!(Type|Account|Option|Clear)\b/im.test(head) && /^\^?\s*!|^\s*!/m.test(head),
  },
  camt: {
    name: 'CAMT.053',
    endings: ['.xml', '.camt'],
    counts: 'Movement',
    recognizes: (text, head) => head.startsWith('<') && /<(\w+:)?BkToCstmrStmt\b/.test(text),
  },
  mt940: {
    name: 'MT940',
    endings: ['.sta', '.mt940', '.940'],
    counts: 'Line',
    recognizes: (text, head) =>
      !head.startsWith('<') && /^\s*(\{1:|:20:)/m.test(head) && /^:(25|60[FM]|61):/m.test(text),
  },
} as const satisfies Record<string, Format>;

export type BankFormat = keyof typeof KNOWN;

export const FORMATS: Readonly<Record<BankFormat, Format>> = KNOWN;

export const BANK_FORMATS = Object.keys(FORMATS) as [BankFormat, ...BankFormat[]];

/** `CSV, OFX, QIF, CAMT.053 or MT940`: QFX is OFX to people. */
export const NAMED_FORMATS = BANK_FORMATS.filter((format) => format !== 'qfx')
  .map((format) => FORMATS[format].name)
  .join(', ')
  .replace(/, ([^,]+)$/, ' or $1');

/** What a line is called: text formats have lines, the others movements. */
export const placeOf = (format: BankFormat, line: number): string => `${FORMATS[format].counts} ${line}`;
