import type { Random } from './random';

/** The contents of a demo document. */
export interface PaperFile {
  name: string;
  type: string;
  data: Uint8Array;
}

/** A letter on one or more sheets: each with the agency's name, a title and paragraphs. The same words give the same bytes. */
export async function pdfFile(
  name: string,
  letterhead: string,
  at: Date,
  sheets: readonly (readonly [title: string, ...paragraphs: string[]])[],
  random: Random,
): Promise<PaperFile> {
  // Here and not above: only a first start makes files.
  const { jsPDF } = await import('jspdf');
  const paper = new jsPDF({ unit: 'mm', format: 'letter' });
  paper.setFileId(random.uuid().replaceAll('-', '').toUpperCase());
  paper.setCreationDate(at);
  sheets.forEach(([title, ...paragraphs], index) => {
    if (index > 0) paper.addPage();
    paper.setFont('helvetica', 'normal').setFontSize(10).setTextColor(90);
    paper.text(letterhead, 25, 24);
    paper.setDrawColor(190).line(25, 28, 191, 28);
    paper.setFont('helvetica', 'bold').setFontSize(18).setTextColor(20);
    paper.text(title, 25, 46);
    paper.setFont('helvetica', 'normal').setFontSize(11).setTextColor(50).setLineHeightFactor(1.5);
    let top = 60;
    for (const paragraph of paragraphs) {
      const lines = paper.splitTextToSize(paragraph, 166) as string[];
      paper.text(lines, 25, top);
      top += lines.length * 6 + 5;
    }
  });
  return { name, type: 'application/pdf', data: new Uint8Array(paper.output('arraybuffer')) };
}

/** A scan, as gray as scans are: a sheet with a photograph and lines of writing nobody can read. */
export async function scanFile(name: string, random: Random): Promise<PaperFile> {
  const { encode } = await import('fast-png');
  const [width, height] = [640, 440];
  const data = new Uint8Array(width * height).fill(236);
  const box = (left: number, top: number, right: number, bottom: number, shade: number) => {
    for (let row = top; row < bottom; row += 1) data.fill(shade, row * width + left, row * width + right);
  };
  box(20, 20, width - 20, height - 20, 250);
  box(48, 64, 208, 264, 205);
  box(98, 104, 158, 164, 150);
  box(78, 180, 178, 264, 150);
  for (let top = 72; top < 264; top += 32) {
    box(240, top, 240 + random.between(90, 160), top + 6, 200);
    box(240, top + 11, 240 + random.between(140, 330), top + 20, 110);
  }
  for (const top of [330, 362]) {
    for (let left = 48; left < 590; left += 14)
      if (random.chance(0.85)) box(left, top, left + 9, top + 14, 90);
  }
  return {
    name,
    type: 'image/png',
    data: encode({ width, height, data, channels: 1, depth: 8 }),
  };
}

/** A table. Nothing in the demo needs quotes. */
export const csvFile = (name: string, rows: readonly (readonly string[])[]): PaperFile => ({
  name,
  type: 'text/csv',
  data: new TextEncoder().encode(rows.map((row) => `${row.join(',')}\r\n`).join('')),
});
