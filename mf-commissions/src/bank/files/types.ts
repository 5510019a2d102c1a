import type { IsoDate } from '@paperplane/shared/domain';

/** One movement on an account, the same whatever format it came from. */
export interface BankLine {
  /** Where it stands: the line of the text, or in OFX and CAMT.053 the number of the movement in the file. From 1. */
  line: number;
  bookedOn: IsoDate;
  valueOn: IsoDate | null;
  /** Signed, with two decimals and a point: `-1234.50`. Money in is positive. */
  amount: string;
  /** ISO 4217; null where the file does not say. */
  currency: string | null;
  text: string;
  counterparty: string;
  reference: string;
  /** The bank's own id (FITID, AcctSvcrRef); empty where there is none or it is used for several movements. */
  bankId: string;
  /** The bank's word for what it is: `DIRECTDEP`, `NTRF`. */
  kind: string;
}

/** What is wrong with a line, and so why it is not read. */
export interface Problem {
  line: number;
  why: string;
  /** The line as it stands in the file, shortened. */
  source: string;
  /** Which part of the line is to blame, where it is one. */
  wrong?: 'date' | 'amount' | 'direction';
}

/** A line that holds no booked movement, and so is none to import. */
export interface LeftOut extends Problem {
  /** It is a movement that the bank has not booked yet: a later file brings it. */
  pending?: true;
}

/** What a file says of the account around its movements. */
export interface Balances {
  opening: string;
  closing: string;
  /** Whether what lies between them adds up. */
  addsUp: boolean;
  /** The first line whose running balance does not follow; null where all do, or the file has none. */
  wrongAt: number | null;
}

/** What stood on an account when a day ended. */
export interface Balance {
  /** As the amount of a line; negative for what is owed. */
  amount: string;
  on: IsoDate;
}

/** The movements of one account. */
export interface Statement {
  /** IBAN or number, as in the file; null where the file does not say. */
  account: string | null;
  institution: string | null;
  currency: string | null;
  lines: BankLine[];
  /** One for each statement (a day, a month) with balances. */
  balances: Balances[];
  /** The last that the file says; null where it says none, or it is in doubt. */
  balance: Balance | null;
}

/** A file that was read. */
export interface BankFile {
  statements: Statement[];
  /** Lines that hold a movement which cannot be read. */
  problems: Problem[];
  /** Lines that hold no booked movement: totals, balances, what is pending. */
  leftOut: LeftOut[];
}

/** How numbers and dates are written where a format leaves it open (CSV, QIF). */
export interface Notation {
  /** null: the file can be read both ways, somebody has to say. */
  dates: 'mdy' | 'dmy' | 'ymd' | null;
  /** The sign before the decimals; null as above. */
  decimal: '.' | ',' | null;
}
