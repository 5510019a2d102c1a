import type { NumberedLine } from '../files/engine/engine';
import type { SentLine } from './bank-import-api';

/** A line for the database; what is empty is left out. */
export function sentLine(line: NumberedLine): SentLine {
  return {
    line: line.line,
    bookedOn: line.bookedOn,
    amount: line.amount,
    text: line.text,
    twin: line.twin,
    ...(line.valueOn && { valueOn: line.valueOn }),
    ...(line.currency && { currency: line.currency }),
    ...(line.counterparty && { counterparty: line.counterparty }),
    ...(line.reference && { reference: line.reference }),
    ...(line.bankId && { bankId: line.bankId }),
  };
}
