import { Buffer } from 'node:buffer';

/** An object of a PDF: as it is written, or a dictionary and its stream. */
export type PdfObject = string | [dictionary: string, data: string | Uint8Array];

/** A PDF of these objects, the first of which is its catalog, numbered from one. Readers find them without a table. */
export function pdfOf(objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const parts = objects.flatMap((object, index) => {
    const [text, data] = typeof object === 'string' ? [object, null] : object;
    return [
      `${index + 1} 0 obj\n`,
      data === null ? text : `<< ${text} /Length ${data.length} >>\nstream\n`,
      ...(data === null ? [] : [data, '\nendstream']),
      '\nendobj\n',
    ];
  });
  const bytes = Buffer.concat(
    ['%PDF-1.7\n', ...parts, 'trailer\n<< /Root 1 0 R >>\n%%EOF\n'].map((part) =>
      Buffer.from(part as string, 'latin1'),
    ),
  );
  return Uint8Array.from(bytes);
}

/** A PDF of one page with this content. The page names the font `/F1`: the given one, or Helvetica. It may name more resources. */
export const pdfPage = (
  content: PdfObject,
  {
    font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    resources = '',
    contents = '4 0 R',
    more = [] as readonly PdfObject[],
  } = {},
): Uint8Array<ArrayBuffer> =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    content,
    font,
    ...more,
  ]);

/** Bytes as ASCII85. */
export function ascii85Of(bytes: Uint8Array): string {
  const groups: string[] = [];
  for (let from = 0; from < bytes.length; from += 4) {
    const four = [...bytes.subarray(from, from + 4)];
    let value = [...four, 0, 0, 0].slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
    let group = '';
    for (let place = 0; place < 5; place += 1) {
      group = String.fromCharCode(33 + (value % 85)) + group;
      value = Math.floor(value / 85);
    }
    groups.push(group === '!!!!!' && four.length === 4 ? 'z' : group.slice(0, four.length + 1));
  }
  return `${groups.join('')}~>`;
}
