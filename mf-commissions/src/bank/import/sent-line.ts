import type { NumberedLine } from '../files/engine/engine';

/** A line as the database takes it, in a preview and in an import. */
export interface SentLine {
  line: number;
  booked_on: string;
  value_on?: string;
  amount: string;
  currency?: string;
  text: string;
  counterparty?: string;
  reference?: string;
  bank_id?: string;
  /** Its number among lines of the file that are equal in all that identifies them. */
  twin: number;
}

/** What is empty is left out. */
export function sentLine(line: NumberedLine): SentLine {
  return {
    line: line.line,
    booked_on: line.bookedOn,
    amount: line.amount,
    text: line.text,
    twin: line.twin,
    ...(line.valueOn && { value_on: line.valueOn }),
    ...(line.currency && { currency: line.currency }),
    ...(line.counterparty && { counterparty: line.counterparty }),
    ...(line.reference && { reference: line.reference }),
    ...(line.bankId && { bank_id: line.bankId }),
  };
}
