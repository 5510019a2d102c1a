import type { MoneyReading } from '@paperplane/shared/domain';
import { rowsOfText } from './cells';
import { readRows } from './read-rows';
import type { ReadStatement, StatementHints } from './types';

/**
 * Reads a vendor's statement, pasted or of a CSV file (`readRows`).
 * @throws FileProblem when it is no table that can be read
 */
export const readStatement = (text: string, money: MoneyReading, hints?: StatementHints): ReadStatement =>
  readRows(rowsOfText(text), money, hints);
