import { readDay } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { centsText, readAmount } from './amount';
import { checkCount, excerpt, NOT_BOOKED, tidy } from './limits';
import { balancesOf, sayBalance, settle, Statements } from './statements';
import type { BankFile, BankLine, Statement } from './types';
import { all, textAt, xmlTree, type Element } from './xml-tree';

const EMPTY_REFERENCE = /^(NOTPROVIDED|NONREF|NOT PROVIDED)$/i;
const said = (text: string): string => (EMPTY_REFERENCE.test(text) ? '' : tidy(text));

/** Signed cents of an element with `Amt` and `CdtDbtInd`; null where it has none that can be read. */
function centsOf(from: Element, direction = textAt(from, 'CdtDbtInd')): number | null {
  const amount = readAmount(textAt(from, 'Amt', 'AmtDtls/TxAmt/Amt'), '.');
  if (!amount.ok || amount.cents < 0 || !/^(CRDT|DBIT)$/.test(direction)) return null;
  return direction === 'CRDT' || amount.cents === 0 ? amount.cents : -amount.cents;
}

/** Who stands on the other side: the payer of money in, the payee of money out. */
function counterparty(details: Element | undefined, moneyIn: boolean): string {
  const [who, ultimate] = moneyIn ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr'];
  const names = ['RltdPties/', 'RltdPties/'].flatMap((path, index) => {
    const party = index === 0 ? who : ultimate;
    return [`${path}${party}/Nm`, `${path}${party}/Pty/Nm`];
  });
  return tidy(textAt(details, ...names));
}

/** What the payer wrote, and what the bank adds where he wrote nothing. */
function texts(entry: Element, details: Element | undefined): { text: string; reference: string } {
  const remittance = all(details, 'RmtInf');
  const free = remittance.flatMap((each) => all(each, 'Ustrd').map(({ text }) => text));
  const structured = remittance.flatMap((each) => [
    ...all(each, 'Strd/CdtrRefInf/Ref'),
    ...all(each, 'Strd/RfrdDocInf/Nb'),
    ...all(each, 'Strd/AddtlRmtInf'),
  ]);
  const words = [...free, ...structured.map(({ text }) => text)].join(' ');
  return {
    text: tidy(words || textAt(details, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')),
    reference:
      said(textAt(details, 'Refs/EndToEndId')) ||
      said(structured[0]?.text ?? '') ||
      said(textAt(details, 'Refs/ChqNb', 'Refs/InstrId')),
  };
}

/**
 * The movements of an entry: a batch that lists its payments with amounts that add up is as many movements as payments, everything else is one.
 */
function movementsOf(entry: Element): { cents: number; details: Element | undefined; part: number }[] | null {
  const direction = textAt(entry, 'CdtDbtInd');
  const cents = centsOf(entry);
  if (cents === null) return null;
  const details = all(entry, 'NtryDtls/TxDtls');
  const parts = details.map((each) => centsOf(each, textAt(each, 'CdtDbtInd') || direction));
  const sum = parts.reduce<number>((total, part) => total + (part ?? NaN), 0);
  if (details.length > 1 && sum === cents)
    return details.map((each, index) => ({ cents: parts[index] ?? 0, details: each, part: index + 1 }));
  return [{ cents, details: details[0], part: 0 }];
}

function readStatement(source: Element, statements: Statements, file: BankFile, from: number): number {
  let line = from;
  const account = textAt(source, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id') || null;
  const institution = textAt(source, 'Acct/Svcr/FinInstnId/Nm') || null;
  const balances = new Map(
    all(source, 'Bal').map((each) => [textAt(each, 'Tp/CdOrPrtry/Cd'), centsOf(each)] as const),
  );
  const currency =
    textAt(source, 'Acct/Ccy') ||
    all(source, 'Bal/Amt')[0]?.attributes['Ccy'] ||
    all(source, 'Ntry/Amt')[0]?.attributes['Ccy'] ||
    null;
  const statement: Statement = statements.of(account, currency, institution);
  const sums: number[] = [];
  for (const entry of all(source, 'Ntry')) {
    const day = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10);
    const whole = excerpt(
      [day, textAt(entry, 'Amt'), texts(entry, all(entry, 'NtryDtls/TxDtls')[0]).text].join(', '),
    );
    if (/^(PDNG|INFO)$/.test(textAt(entry, 'Sts', 'Sts/Cd'))) {
      file.leftOut.push({ line: (line += 1), why: NOT_BOOKED, source: whole, pending: true });
      continue;
    }
    const movements = movementsOf(entry);
    const booked = readDay(day, 'ymd');
    const other = all(entry, 'Amt')[0]?.attributes['Ccy'];
    if (movements) sums.push(...movements.map(({ cents }) => cents));
    const why =
      movements === null
        ? 'Its amount cannot be read.'
        : other && currency && other !== currency
          ? `This movement is in ${other}, the account in ${currency}.`
          : booked.ok
            ? null
            : booked.why;
    if (why !== null || !movements || !booked.ok) {
      file.problems.push({ line: (line += 1), why: why ?? '', source: whole });
      continue;
    }
    const valued = readDay(textAt(entry, 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10), 'ymd');
    for (const { cents, details, part } of movements) {
      const own = said(textAt(details, 'Refs/AcctSvcrRef'));
      const batch = said(textAt(entry, 'AcctSvcrRef'));
      const made: BankLine = {
        line: (line += 1),
        bookedOn: booked.on,
        valueOn: valued.ok ? valued.on : null,
        amount: centsText(cents),
        currency,
        counterparty: counterparty(details, cents > 0),
        ...texts(entry, details),
        // Payments of one batch carry the batch's id; their place in it makes it theirs.
        bankId: part === 0 ? batch || own : own && own !== batch ? own : batch && `${batch}/${part}`,
        kind: textAt(entry, 'BkTxCd/Prtry/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd', 'BkTxCd/Domn/Cd'),
      };
      statement.lines.push(made);
    }
  }
  const opening = balances.get('OPBD') ?? balances.get('PRCD');
  const closing = balances.get('CLBD');
  if (opening !== undefined && opening !== null && closing !== undefined && closing !== null)
    statement.balances.push(balancesOf(opening, closing, sums));
  for (const each of all(source, 'Bal')) {
    const on = readDay(textAt(each, 'Dt/Dt', 'Dt/DtTm').slice(0, 10), 'ymd');
    const cents = centsOf(each);
    const isOwn = all(each, 'Amt')[0]?.attributes['Ccy'] === currency;
    if (textAt(each, 'Tp/CdOrPrtry/Cd') === 'CLBD' && isOwn && on.ok && cents !== null)
      sayBalance(statement, cents, on.on);
  }
  return line;
}

/**
 * Reads CAMT.053 of every version.
 * @throws FileProblem when the file is damaged or cut off
 */
export function readCamt(source: string): BankFile {
  checkCount(source.split(/<(?:\w+:)?Ntry>/).length - 1);
  const file: BankFile = { statements: [], problems: [], leftOut: [] };
  const statements = new Statements();
  let line = 0;
  for (const each of all(xmlTree(source), 'Document/BkToCstmrStmt/Stmt'))
    line = readStatement(each, statements, file, line);
  checkCount(line);
  file.statements = statements.all();
  if (file.statements.length === 0) throw new FileProblem('The file holds no statement.');
  settle(file.statements);
  return file;
}
