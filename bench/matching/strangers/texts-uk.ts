import type { Chance } from '../chance';
import { isoOf, parts, ukDay } from './days';
import { plain } from './names';
import { cell, fixed, money, type Agency, type Printer } from './printer';
import type { Line } from './types';

/** Current-account files of two British banks. */
export function ukPrinter(chance: Chance, dialect: number, agency: Agency): Printer {
  return dialect % 2 === 0 ? typed(chance, agency) : memos(chance, agency);
}

const upper = (text: string) => plain(text).toUpperCase();
const digits = (chance: Chance, length: number) => Array.from({ length }, () => chance.below(10)).join('');

/** Bank Giro Credit, Faster Payment and the like in two or three letters. */
function typeOf(line: Line, faster: boolean): string {
  const out = line.cents < 0;
  const types = {
    ach: out ? 'DD' : faster ? 'FPI' : 'BGC',
    wire: 'TFR',
    check: 'DEP',
    debit: 'FPO',
    paycheck: 'FPO',
    card: 'DEB',
    person: 'FPI',
    transfer: 'TFR',
    merchant: 'BGC',
    fee: 'PAY',
    interest: 'INT',
  };
  return types[line.channel];
}

/** Payers keep to one scheme: the last digit of their id decides. */
const isFaster = (line: Line) => Number(line.partyId.at(-1) ?? 0) % 2 === 0;

/** A column for the type, sort code and account on every line; newest first. */
function typed(chance: Chance, agency: Agency): Printer {
  return {
    newestFirst: true,
    print(line) {
      const remit = upper(line.remit);
      switch (line.channel) {
        case 'wire':
          return `${upper(line.party).slice(0, 35)} ${remit.slice(0, 70)} CHAPS ${line.run} ${digits(chance, 6)}`;
        case 'check':
          return `CHEQUE DEPOSIT ${digits(chance, 6)}`;
        case 'card':
          return `${upper(line.party)} CD ${digits(chance, 4)}`;
        case 'fee':
        case 'interest':
          return upper(line.party);
        default:
          return isFaster(line) && line.channel !== 'merchant'
            ? `${upper(line.party).slice(0, 18).trim()} ${remit.slice(0, 18)} RP${digits(chance, 16)} ${digits(chance, 6)} 10`
            : `${upper(line.party).slice(0, 18).trim()} ${remit.slice(0, 18)}`;
      }
    },
    file(rows, { first, last, opening }) {
      let balance = opening + rows.reduce((sum, { line }) => sum + line.cents, 0);
      const body = rows.map(({ line, text }) => {
        const amount = money(Math.abs(line.cents));
        const out = [
          ukDay(line.day),
          typeOf(line, isFaster(line)),
          "'30-94-21",
          agency.account,
          cell(text),
          line.cents < 0 ? amount : '',
          line.cents < 0 ? '' : amount,
          money(balance),
        ].join(',');
        balance -= line.cents;
        return out;
      });
      return {
        name: `${agency.account}_${isoOf(first).replace(/-/g, '')}_${isoOf(last).replace(/-/g, '')}.csv`,
        format: 'csv',
        text: [
          'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
          ...body,
          '',
        ].join('\r\n'),
      };
    },
  };
}

/** A memo of padded fields with tabs between, as name, reference and type; oldest first. */
function memos(chance: Chance, agency: Agency): Printer {
  return {
    newestFirst: false,
    print(line) {
      const remit = upper(line.remit);
      const { m, d } = parts(line.day);
      switch (line.channel) {
        case 'wire':
          return `${fixed(upper(line.party), 35)}\t${remit.slice(0, 35)} ${line.run} INTL`;
        case 'check':
          return `PAID IN AT ${chance.of(['LEEDS', 'YORK'])}\t${digits(chance, 6)}`;
        case 'card':
          return `${fixed(upper(line.party), 18)}\tON ${d} ${m} BCC`;
        case 'fee':
        case 'interest':
          return upper(line.party);
        default:
          return `${fixed(upper(line.party), 18)}\t${fixed(remit, 18)} ${isFaster(line) ? 'FT' : 'BGC'}`;
      }
    },
    file(rows, { first }) {
      const category = (line: Line) =>
        ({
          ach: line.cents < 0 ? 'Direct Debit' : 'Credit',
          wire: 'Credit',
          check: 'Counter Credit',
          debit: 'Bill Payment',
          paycheck: 'Bill Payment',
          card: 'Debit',
          person: 'Credit',
          transfer: 'Funds Transfer',
          merchant: 'Credit',
          fee: 'Other',
          interest: 'Other',
        })[line.channel];
      const body = rows.map(({ line, text }) =>
        [
          ' ',
          ukDay(line.day),
          `20-45-77 ${agency.account}`,
          money(line.cents),
          category(line),
          cell(text),
        ].join(','),
      );
      return {
        name: `data-${isoOf(first).slice(0, 7)}.csv`,
        format: 'csv',
        text: ['Number,Date,Account,Amount,Subcategory,Memo', ...body, ''].join('\n'),
      };
    },
  };
}
