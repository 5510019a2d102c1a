import { createRequire } from 'node:module';
import type * as Engine from '../../mf-commissions/src/bank/files/engine/engine';
import type * as Sent from '../../mf-commissions/src/bank/import/sent-line';
import type * as Names from '../../shared/src/domain/column-names';
import type * as Statements from '../../mf-commissions/src/bank/statements/reader/read-statement';

/** The app's packages are no ES modules to Node, so their exports are asked of `require`. */
const require = createRequire(import.meta.url);

/** How the app reads a bank's file. */
export const { BankFileEngine } =
  require('../../mf-commissions/src/bank/files/engine/engine') as typeof Engine;
/** How the app reads a vendor's statement. */
export const { readStatement } =
  require('../../mf-commissions/src/bank/statements/reader/read-statement') as typeof Statements;
/** How it sends a line to the database. */
export const { sentLine } = require('../../mf-commissions/src/bank/import/sent-line') as typeof Sent;
/** How what is sent is renamed on its way. */
export const { toDatabase } = require('../../shared/src/domain/column-names') as typeof Names;
