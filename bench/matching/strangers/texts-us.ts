import type { Chance } from '../chance';
import { isoOf, parts, usDay } from './days';
import { plain } from './names';
import { cell, fixed, money, type Agency, type Printer } from './printer';
import type { Line } from './types';

/** Checking files of four American banks. */
export function usPrinter(chance: Chance, dialect: number, agency: Agency): Printer {
  return (
    [labelled, described, headless, twoColumns][dialect % 4]?.(chance, agency) ?? labelled(chance, agency)
  );
}

const upper = (text: string) => plain(text).toUpperCase();
const number = (chance: Chance, length: number) => Array.from({ length }, () => chance.below(10)).join('');
/** What fits the individual id of an entry; the rest travels in an addendum, which not every bank prints. */
const split = (remit: string): [string, string] =>
  remit.length <= 15 ? [remit, ''] : [remit.slice(0, 15), remit];

/** Every field of an entry with its label; newest first. */
function labelled(chance: Chance, agency: Agency): Printer {
  const entry = (line: Line) => {
    const { yy, m, d } = parts(line.day);
    const [id, addendum] = split(upper(line.remit));
    const trace = `${line.partyId.slice(1, 9)}${number(chance, 7)}`;
    const about = addendum ? `   PMT INFO: ${addendum.slice(0, 80)}` : '';
    return `ORIG CO NAME:${fixed(upper(line.party), 16)}       ORIG ID:${line.partyId} DESC DATE:${yy}${m}${d} CO ENTRY DESCR:${fixed(upper(line.entry), 10)}SEC:${addendum ? 'CTX' : 'CCD'}    TRACE#:${trace} EED:${yy}${m}${d}   IND ID:${fixed(id, 15)}              IND NAME:${fixed(upper(line.individual ?? agency.name), 22)} TRN: ${number(chance, 10)}TC${about}`;
  };
  return {
    newestFirst: true,
    print(line) {
      const { m, d } = parts(line.day);
      switch (line.channel) {
        case 'ach':
        case 'debit':
        case 'paycheck':
        case 'merchant':
          return entry(line);
        case 'wire':
          return `FEDWIRE CREDIT VIA: ${line.partyBank}/026009593 B/O: ${upper(line.party)} ${chance.of(['MIAMI FL 33132-', 'LONDON UK', 'OSLO NORWAY'])} REF: CHASE NYC/CTR/BNF=${upper(agency.name)}/AC-0000000${agency.account.slice(-5)} RFB=${line.run} OBI=${upper(line.remit).slice(0, 70)} BBI=/CHGS/USD0,00/ IMAD: ${m}${d}B1QGC08C${number(chance, 6)} TRN: ${number(chance, 10)}FF`;
        case 'check':
          return chance.is(0.5)
            ? `REMOTE ONLINE DEPOSIT #          ${1 + chance.below(3)}`
            : `DEPOSIT  ID NUMBER ${number(chance, 6)}`;
        case 'card':
          return `${upper(line.party)} ${line.remit} ${chance.of(['MIAMI FL', 'AUSTIN TX'])} ${m}/${d}`;
        case 'person':
          return `Zelle payment ${line.cents < 0 ? 'to' : 'from'} ${upper(line.party)} "${line.remit}" ${number(chance, 11)}`;
        case 'transfer':
          return `Online Transfer ${line.cents < 0 ? 'to' : 'from'} SAV ...${line.remit} transaction#: ${number(chance, 11)}`;
        case 'fee':
        case 'interest':
          return upper(line.party);
      }
    },
    file(rows, { first, last, opening }) {
      let balance = opening + rows.reduce((sum, { line }) => sum + line.cents, 0);
      const lines = rows.map(({ line, text }) => {
        const type = {
          ach: line.cents < 0 ? 'ACH_DEBIT' : 'ACH_CREDIT',
          debit: 'ACH_DEBIT',
          paycheck: 'ACH_DEBIT',
          merchant: 'ACH_CREDIT',
          wire: 'WIRE_INCOMING',
          check: 'CHECK_DEPOSIT',
          card: 'DEBIT_CARD',
          person: 'QUICKPAY_CREDIT',
          transfer: 'ACCT_XFER',
          fee: 'FEE_TRANSACTION',
          interest: 'MISC_CREDIT',
        }[line.channel];
        const details = line.channel === 'check' ? 'DSLIP' : line.cents < 0 ? 'DEBIT' : 'CREDIT';
        const out = `${details},${usDay(line.day)},${cell(text, true)},${money(line.cents)},${type},${money(balance)},${line.channel === 'check' ? number(chance, 4) : ''},`;
        balance -= line.cents;
        return out;
      });
      return {
        name: `Chk${agency.account.slice(-4)}_Activity_${isoOf(first).replace(/-/g, '')}_${isoOf(last).replace(/-/g, '')}.CSV`,
        format: 'csv',
        text: ['Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #', ...lines, ''].join(
          '\n',
        ),
      };
    },
  };
}

/** Short labels behind the name, a summary above the table, amounts with thousands. */
function described(chance: Chance, agency: Agency): Printer {
  return {
    newestFirst: false,
    print(line) {
      const { y, yy, m, d } = parts(line.day);
      const [id, addendum] = split(upper(line.remit));
      switch (line.channel) {
        case 'ach':
        case 'debit':
        case 'paycheck':
        case 'merchant':
          return `${upper(line.party).slice(0, 16).trim()} DES:${upper(line.entry).slice(0, 10)} ID:${id} INDN:${upper(line.individual ?? agency.name).slice(0, 22)} CO ID:${line.partyId} ${addendum ? `CTX PMT INFO:${addendum.slice(0, 80)}` : 'CCD'}`;
        case 'wire':
          return `WIRE TYPE:INTL IN DATE:${yy}${m}${d} TIME:${1000 + chance.below(700)} ET TRN:${y}${m}${d}00${number(chance, 6)} SEQ:${number(chance, 10)}/${number(chance, 6)} ORIG:${upper(line.party)} ID:${number(chance, 10)} SND BK:${line.partyBank} ID:${number(chance, 9)} PMT DET:${upper(line.remit).slice(0, 70)}`;
        case 'check':
          return chance.is(0.6)
            ? `BKOFSTATE MOBILE ${m}/${d} ${number(chance, 10)} DEPOSIT *MOBILE FL`
            : 'Counter Credit';
        case 'card':
          return `${upper(line.party)} ${m}/${d} PURCHASE ${number(chance, 4)} FL`;
        case 'person':
          return `Zelle payment ${line.cents < 0 ? 'to' : 'from'} ${upper(line.party)} for "${line.remit}"; Conf# ${number(chance, 9)}`;
        case 'transfer':
          return `Online Banking transfer ${line.cents < 0 ? 'to' : 'from'} SAV ${line.remit} Confirmation# ${number(chance, 10)}`;
        case 'fee':
        case 'interest':
          return line.party;
      }
    },
    file(rows, { first, last, opening }) {
      let balance = opening;
      const sum = (sign: number) =>
        rows.reduce((total, { line }) => total + (Math.sign(line.cents) === sign ? line.cents : 0), 0);
      const body = rows.map(
        ({ line, text }) =>
          `${usDay(line.day)},${cell(text, true)},"${money(line.cents, true)}","${money((balance += line.cents), true)}"`,
      );
      const head = [
        'Description,,Summary Amt.',
        `Beginning balance as of ${usDay(first)},,"${money(opening, true)}"`,
        `Total credits,,"${money(sum(1), true)}"`,
        `Total debits,,"${money(sum(-1), true)}"`,
        `Ending balance as of ${usDay(last)},,"${money(balance, true)}"`,
        '',
        'Date,Description,Amount,Running Bal.',
        `${usDay(first)},Beginning balance as of ${usDay(first)},,"${money(opening, true)}"`,
      ];
      return { name: 'stmt.csv', format: 'csv', text: [...head, ...body, ''].join('\r\n') };
    },
  };
}

/** No head at all; wires with ORG=, SRF# and TRN#. */
function headless(chance: Chance, agency: Agency): Printer {
  return {
    newestFirst: true,
    print(line) {
      const { y, yy, m, d } = parts(line.day);
      const [id] = split(upper(line.remit));
      switch (line.channel) {
        case 'ach':
        case 'debit':
        case 'paycheck':
        case 'merchant':
          return `${upper(line.party).slice(0, 16).trim()} ${upper(line.entry).slice(0, 10)} ${yy}${m}${d} ${id} ${upper(line.individual ?? agency.name).slice(0, 22)}`;
        case 'wire':
          return `WT FED#0${number(chance, 4)} ${line.partyBank} /ORG=${upper(line.party)} SRF# ${y}${m}${d}00${number(chance, 6)} TRN#${yy}${m}${d}${number(chance, 6)} RFB# ${line.run} OBI=${upper(line.remit).slice(0, 60)}`;
        case 'check':
          return chance.is(0.6)
            ? `MOBILE DEPOSIT : REF NUMBER :${number(chance, 12)}`
            : `EDEPOSIT IN BRANCH ${m}/${d}/${yy} 10:${10 + chance.below(49)}:14 AM 214 MAIN ST ${number(chance, 4)}`;
        case 'card':
          return `PURCHASE AUTHORIZED ON ${m}/${d} ${upper(line.party)} S${number(chance, 15)} CARD ${number(chance, 4)}`;
        case 'person':
          return `ZELLE ${line.cents < 0 ? 'TO' : 'FROM'} ${upper(line.party)} ON ${m}/${d} REF # WFCT${number(chance, 8)} ${upper(line.remit)}`;
        case 'transfer':
          return `ONLINE TRANSFER ${line.cents < 0 ? 'TO' : 'FROM'} BUSINESS MARKET RATE SAVINGS XXXXXX${line.remit} REF #IB${number(chance, 8)}`;
        case 'fee':
        case 'interest':
          return `${upper(line.party)}${line.channel === 'interest' ? ' PAYMENT' : ''}`;
      }
    },
    file: (rows) => ({
      name: 'Checking1.csv',
      format: 'csv',
      text: rows
        .map(({ line, text }) =>
          [usDay(line.day), money(line.cents), '*', '', text].map((one) => cell(one, true)).join(','),
        )
        .join('\n'),
    }),
  };
}

/** Debits and credits in columns of their own, the bank's reference beside the text. */
function twoColumns(chance: Chance, agency: Agency): Printer {
  return {
    newestFirst: false,
    print(line) {
      const [id, addendum] = split(upper(line.remit));
      switch (line.channel) {
        case 'ach':
        case 'debit':
        case 'paycheck':
        case 'merchant':
          return `ACH ${line.cents < 0 ? 'Debit' : 'Credit'} ${fixed(upper(line.party), 16)} ${fixed(upper(line.entry), 10)} ${id} ${upper(line.individual ?? agency.name).slice(0, 22)}${addendum ? ` ADDENDA RMR*IV*${addendum.slice(0, 76)}\\` : ''}`;
        case 'wire':
          return `WIRE TRANSFER CREDIT ORIG: ${upper(line.party)} ORIG BK: ${line.partyBank} REF ${line.run} DETAILS ${upper(line.remit).slice(0, 70)}`;
        case 'check':
          return chance.is(0.5)
            ? `MOBILE CHECK DEPOSIT ${number(chance, 8)}`
            : `BRANCH DEPOSIT ITEM ${number(chance, 10)}`;
        case 'card':
          return `POS ${upper(line.party)} ${line.remit}`;
        case 'person':
          return `RTP ${line.cents < 0 ? 'SENT' : 'RECEIVED'} ${upper(line.party)} ${upper(line.remit)}`;
        case 'transfer':
          return `TRANSFER ${line.cents < 0 ? 'TO' : 'FROM'} SAVINGS ${line.remit}`;
        case 'fee':
        case 'interest':
          return upper(line.party);
      }
    },
    file(rows, { first, opening }) {
      let balance = opening;
      const body = rows.map(({ line, text }) => {
        const { y, m, d } = parts(line.day);
        const amount = money(Math.abs(line.cents));
        return [
          `${Number(m)}/${Number(d)}/${y}`,
          `${y.slice(2)}${m}${d}${number(chance, 9)}`,
          cell(text),
          line.cents < 0 ? amount : '',
          line.cents < 0 ? '' : amount,
          money((balance += line.cents)),
        ].join(',');
      });
      return {
        name: `transactions-${isoOf(first).slice(0, 7)}.csv`,
        format: 'csv',
        text: ['Date,Bank Reference,Description,Debit,Credit,Balance', ...body, ''].join('\n'),
      };
    },
  };
}
