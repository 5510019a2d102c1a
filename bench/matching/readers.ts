import { createRequire } from 'node:module';

/** The app's packages are no ES modules to Node, so their exports are asked of `require`. */
const require = createRequire(import.meta.url);

type Engine = typeof import('../../mf-commissions/src/bank/files/engine/engine');
type Statements = typeof import('../../mf-commissions/src/bank/workbench/read-statement');
type Sent = typeof import('../../mf-commissions/src/bank/import/sent-line');

/** How the app reads a bank's file. */
export const { BankFileEngine } = require('../../mf-commissions/src/bank/files/engine/engine') as Engine;
/** How the app reads a vendor's statement. */
export const { readStatement } =
  require('../../mf-commissions/src/bank/workbench/read-statement') as Statements;
/** How it sends a line to the database. */
export const { sentLine } = require('../../mf-commissions/src/bank/import/sent-line') as Sent;
