/** What the reader of statements says of a file; its source is the browser's. */
interface Row {
  line: number;
  cells: string[];
}

export class FileProblem extends Error {}

/** @throws FileProblem when it is no PDF with text */
export function rowsOfPdf(task: { promise: Promise<unknown> }): Promise<Row[]>;

/** @throws FileProblem when it is no workbook */
export function workbookRows(bytes: Uint8Array): Row[];

/** @throws FileProblem when it is no file that a statement can be */
export function rowsOfBytes(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  open: {
    pdf: (bytes: Uint8Array) => Promise<Row[]>;
    workbook: (bytes: Uint8Array) => Promise<Row[]>;
  },
): Promise<{ rows: Row[]; type: string }>;

export function textOfRows(rows: readonly Row[]): string;

interface Read {
  lines: object[];
  fees: object[];
}

/** @throws FileProblem when no line has an amount */
export function readRows(rows: readonly Row[], money: object, hints: { references: readonly string[] }): Read;

export function leftOutOf(read: Read): object[];
