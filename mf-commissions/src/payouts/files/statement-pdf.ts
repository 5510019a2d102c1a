import { formatDate, formatMoneyExact, paymentMethodLabel } from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import type { jsPDF } from 'jspdf';
import { agencyLines } from './agency-lines';
import { earns, lineWord, partOf } from '../parts/payout-words';
import { statementSums } from './statement-csv';
import { statementNotes } from './statement-notes';
import type { Statement, StatementLine } from './statement-types';

/** Points of a Letter page, the smaller of what A4 and Letter have: the page prints on both. */
const PAGE = { width: 595, height: 792, margin: 48 };
const BOTTOM = PAGE.height - 60;
const LINE = 16;
/** Left edges of the columns; the two of money end at their x. */
const COLUMNS = { booking: 48, customer: 130, vendor: 240, received: 345, commission: 470, amount: 547 };

/** What the fonts built into every reader can say: Windows Latin 1. Everything else needs a font in the file. */
const isLatin1 = (text: string) => /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(text);

/** All texts that stand in the statement. */
const textsOf = (statement: Statement): string => {
  const { agency, agent, payout, reference, lines } = statement;
  return [agency.name, ...agencyLines(agency), agent.firstName, agent.lastName, payout, reference]
    .concat(
      statementNotes(statement),
      lines.flatMap((line) => [line.bookingReference, line.customer, line.vendor, payoutNote(line)]),
    )
    .join('\n');
};

/** Writes texts at places of a page, and goes on to the next page when one is full. */
class Sheet {
  y = PAGE.margin;

  constructor(
    readonly pdf: jsPDF,
    readonly font: string,
  ) {}

  write(text: string, x: number, { size = 9, bold = false, right = false, width = 0, grey = false } = {}) {
    this.pdf.setFont(this.font, bold && this.font === 'helvetica' ? 'bold' : 'normal');
    this.pdf.setFontSize(size);
    this.pdf.setTextColor(grey ? 98 : 20, grey ? 106 : 25, grey ? 119 : 34);
    this.pdf.text(width ? this.cut(text, width) : text, x, this.y, { align: right ? 'right' : 'left' });
  }

  /** What fits; the rest is told by an ellipsis. */
  cut(text: string, width: number): string {
    if (this.pdf.getTextWidth(text) <= width) return text;
    const letters = [...text];
    while (letters.length && this.pdf.getTextWidth(`${letters.join('')}…`) > width) letters.pop();
    return `${letters.join('')}…`;
  }

  /** A text in lines as wide as the page. */
  lines(text: string): string[] {
    return this.pdf.splitTextToSize(text, COLUMNS.amount - COLUMNS.booking) as string[];
  }

  down(by = LINE) {
    this.y += by;
    if (this.y <= BOTTOM) return;
    this.pdf.addPage();
    this.y = PAGE.margin;
  }

  rule() {
    this.pdf.setDrawColor(225, 228, 233);
    this.pdf.line(COLUMNS.booking, this.y - LINE + 5, COLUMNS.amount, this.y - LINE + 5);
  }
}

function drawHead(sheet: Sheet, statement: Statement) {
  const { agency, agent, account } = statement;
  sheet.write(agency.name, COLUMNS.booking, { size: 14, bold: true, width: 300 });
  sheet.write('Payout statement', COLUMNS.amount, { size: 11, bold: true, right: true });
  sheet.down();
  const [first = '', ...others] = agencyLines(agency);
  sheet.write(first, COLUMNS.booking, { grey: true, width: 250 });
  sheet.write(`${statement.payout}, number ${statement.number}`, COLUMNS.amount, { grey: true, right: true });
  for (const line of others) {
    sheet.down(12);
    sheet.write(line, COLUMNS.booking, { grey: true, width: 400 });
  }
  sheet.down(2 * LINE);
  const facts: [string, string][] = [
    ['Agent', `${agent.firstName} ${agent.lastName}`],
    ['Paid on', formatDate(statement.paidOn)],
    ['Paid to', account ? `Bank account ••${account.lastFour}` : paymentMethodLabel(statement.paymentMethod)],
    ['Reference', statement.reference ?? ''],
  ];
  for (const [name, value] of facts) {
    if (!value) continue;
    sheet.write(name, COLUMNS.booking, { grey: true });
    sheet.write(value, COLUMNS.customer, { width: 400 });
    sheet.down();
  }
  sheet.down();
}

function drawLine(sheet: Sheet, line: StatementLine, currency: string) {
  const right = { right: true };
  if (earns(line)) {
    sheet.write(line.bookingReference ?? '', COLUMNS.booking, { width: 78 });
    sheet.write(line.customer ?? '', COLUMNS.customer, { width: 105 });
    const vendor = [line.vendor, line.part === 'share' && payoutNote(line)].filter(Boolean).join(', ');
    sheet.write(vendor, COLUMNS.vendor, { width: 100 });
    sheet.write(line.receivedOn ? formatDate(line.receivedOn) : '', COLUMNS.received);
    sheet.write(formatMoneyExact(line.commission, currency), COLUMNS.commission, right);
  } else {
    const about = [lineWord(partOf(line)), line.bookingReference].filter(Boolean).join(' ');
    const words =
      line.part === 'override'
        ? [payoutNote(line), line.bookingReference].filter(Boolean).join(', ')
        : `${about}: ${payoutNote(line) ?? ''}`;
    sheet.write(words, COLUMNS.booking, { width: 410 });
  }
  sheet.write(formatMoneyExact(line.amount, currency), COLUMNS.amount, right);
  sheet.down();
}

function draw(sheet: Sheet, statement: Statement) {
  const { currency } = statement;
  drawHead(sheet, statement);
  const head = { grey: true, size: 8 };
  sheet.write('Booking', COLUMNS.booking, head);
  sheet.write('Customer', COLUMNS.customer, head);
  sheet.write('Vendor', COLUMNS.vendor, head);
  sheet.write('Received', COLUMNS.received, head);
  sheet.write('Commission', COLUMNS.commission, { ...head, right: true });
  sheet.write('Your share', COLUMNS.amount, { ...head, right: true });
  sheet.down();
  sheet.rule();
  for (const line of statement.lines) drawLine(sheet, line, currency);
  sheet.rule();
  for (const [name, amount] of statementSums(statement)) {
    const bold = name === 'Paid';
    sheet.write(name, COLUMNS.received, { bold });
    sheet.write(formatMoneyExact(amount, currency), COLUMNS.amount, { bold, right: true });
    sheet.down();
  }
  sheet.down();
  for (const text of statementNotes(statement))
    for (const line of sheet.lines(text)) {
      sheet.write(line, COLUMNS.booking);
      sheet.down();
    }
  const year = Number(statement.paidOn.slice(0, 4));
  for (const [of, amount] of [
    [year, statement.paidThisYear],
    [year - 1, statement.paidLastYear],
  ] as const) {
    sheet.write(`Paid to you in ${of}`, COLUMNS.received, { grey: true });
    sheet.write(formatMoneyExact(amount, currency), COLUMNS.amount, { grey: true, right: true });
    sheet.down();
  }
}

/**
 * A statement as a PDF. The library comes when one is asked for, a font only for names that the built-in ones cannot write.
 * @param loadFont answers a TrueType font as base64
 */
export async function statementPdf(
  statement: Statement,
  loadFont: () => Promise<string> = async () => (await import('./statement-font')).loadStatementFont(),
): Promise<Blob> {
  const { jsPDF: Pdf } = await import('jspdf');
  const pdf = new Pdf({ unit: 'pt', format: [PAGE.width, PAGE.height] });
  pdf.setProperties({ title: `Statement ${statement.number}`, author: statement.agency.name });
  let font = 'helvetica';
  if (!isLatin1(textsOf(statement))) {
    font = 'Inter';
    pdf.addFileToVFS('Inter.ttf', await loadFont());
    pdf.addFont('Inter.ttf', font, 'normal');
  }
  draw(new Sheet(pdf, font), statement);
  return pdf.output('blob');
}
