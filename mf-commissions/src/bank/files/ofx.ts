import { readDay } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { parseSync } from 'ofx-js';
import { centsText, decimalIn, readAmount } from './amount';
import { checkCount, CUT_OFF, excerpt, FILE_LIMITS, NOT_BOOKED, tidy } from './limits';
import { sayBalance, settle, Statements } from './statements';
import type { BankFile, Statement } from './types';

/** A part of the tree: what it holds by name; several of a name are a list. */
type Node = { [name: string]: Value | undefined };
type Value = string | Node | Value[];

const list = (value: Value | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const nodes = (value: Value | undefined): Node[] =>
  list(value).filter((each): each is Node => typeof each === 'object' && !Array.isArray(each));
const node = (value: Value | undefined): Node => nodes(value)[0] ?? {};

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", nbsp: ' ', amp: '&' };
/** The library knows `lt`, `gt` and `amp`; banks send others, and some send them twice over. */
const entities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[String(name)] ?? whole);
    },
  );
const text = (value: Value | undefined): string => {
  const [first] = list(value);
  return typeof first === 'string' ? tidy(entities(first)) : '';
};

/** Leaves that some banks send without content and without an end, which would swallow what follows. */
const EMPTY =
  /<(MEMO|NAME|CHECKNUM|REFNUM|FITID|SIC|PAYEEID|EXTDNAME|DTUSER|DTAVAIL|SRVRTID)>\s*(?=<)(?!<\/\1>)/g;

function tree(source: string): Node {
  // The library looks at names of tags in time that doubles with each letter.
  if (/<[\w.]{21}/.test(source)) throw new FileProblem('This OFX file holds names that OFX does not have.');
  const plain = source.replace(/<\/?[a-z][a-z0-9.]*>/g, (tag) => tag.toUpperCase()).replace(EMPTY, '');
  if (!/<\/OFX>\s*$/.test(plain))
    throw new FileProblem('The file ends before its end mark. Download it again.');
  try {
    return node(parseSync(plain.slice(plain.indexOf('<OFX>'))).OFX);
  } catch {
    throw new FileProblem(CUT_OFF);
  }
}

/** Adds the name to the memo, without what the memo repeats. */
function texts(transaction: Node): { text: string; counterparty: string } {
  const name = text(transaction['NAME']) || text(node(transaction['PAYEE'])['NAME']);
  const [long, memo] = [text(transaction['EXTDNAME']), text(transaction['MEMO'])];
  const counterparty = long.startsWith(name) ? long || name : name;
  const whole = memo.startsWith(counterparty) ? memo : [counterparty, memo].filter(Boolean).join(' ');
  return { text: whole.slice(0, FILE_LIMITS.text), counterparty };
}

/** Why a movement is not one to import, where it is not. */
function unusable(transaction: Node, currency: string | null): string | null {
  if (transaction['CORRECTFITID'])
    return `This corrects an earlier movement (${text(transaction['CORRECTFITID'])}). Correct that one by hand.`;
  const other = text(node(transaction['CURRENCY'])['CURSYM']);
  return other && currency && other !== currency
    ? `This movement is in ${other}, the account in ${currency}.`
    : null;
}

/**
 * Reads OFX 1 (SGML) and 2 (XML), and QFX.
 * @throws FileProblem when the file is cut off, holds no account, or says that the bank refused
 */
export function readOfx(source: string): BankFile {
  checkCount(source.split(/<STMTTRN>/i).length - 1);
  const root = tree(source);
  const file: BankFile = { statements: [], problems: [], leftOut: [] };
  const statements = new Statements();
  let line = 0;
  const read = (response: Node, account: Node) => {
    const currency = text(response['CURDEF']).toUpperCase() || null;
    const statement: Statement = statements.of(text(account['ACCTID']) || null, currency);
    const movements = nodes(node(response['BANKTRANLIST'])['STMTTRN']);
    const decimal = decimalIn(movements.map((each) => text(each['TRNAMT']))) ?? '.';
    const ledger = node(response['LEDGERBAL']);
    const stood = text(ledger['BALAMT']);
    const balance = readAmount(stood, decimalIn([stood]) ?? decimal);
    const asOf = readDay(text(ledger['DTASOF']), 'ymd');
    if (balance.ok && asOf.ok) sayBalance(statement, balance.cents, asOf.on);
    for (const each of movements) {
      line += 1;
      const source = excerpt(
        [each['DTPOSTED'], each['TRNAMT'], each['NAME'], each['MEMO']].map(text).join(', '),
      );
      if (text(each['TRNTYPE']) === 'HOLD') {
        file.leftOut.push({ line, why: NOT_BOOKED, source, pending: true });
        continue;
      }
      const booked = readDay(text(each['DTPOSTED']), 'ymd');
      const amount = readAmount(text(each['TRNAMT']), decimal);
      const why = unusable(each, currency) ?? (booked.ok ? (amount.ok ? null : amount.why) : booked.why);
      if (why !== null || !booked.ok || !amount.ok) {
        file.problems.push({ line, why: why ?? '', source });
        continue;
      }
      const value = readDay(text(each['DTAVAIL']), 'ymd');
      statement.lines.push({
        line,
        bookedOn: booked.on,
        valueOn: value.ok ? value.on : null,
        amount: centsText(amount.cents),
        currency,
        ...texts(each),
        reference: text(each['REFNUM']) || text(each['CHECKNUM']),
        bankId: /^0*$/.test(text(each['FITID'])) ? '' : text(each['FITID']),
        kind: text(each['TRNTYPE']),
      });
    }
  };
  for (const response of nodes(root['BANKMSGSRSV1']).flatMap((each) => nodes(each['STMTTRNRS'])))
    for (const each of nodes(response['STMTRS'])) read(each, node(each['BANKACCTFROM']));
  for (const response of nodes(root['CREDITCARDMSGSRSV1']).flatMap((each) => nodes(each['CCSTMTTRNRS'])))
    for (const each of nodes(response['CCSTMTRS'])) read(each, node(each['CCACCTFROM']));
  file.statements = statements.all();
  if (file.statements.length === 0)
    throw new FileProblem('The file holds no account: the bank sent no statement.');
  settle(file.statements);
  return file;
}
