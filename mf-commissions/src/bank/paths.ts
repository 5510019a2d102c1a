import { BANK } from './import/bank-paths';

export { BANK, BANK_IMPORT } from './import/bank-paths';

/** Where the workbench leads back to. */
export const backToBank = { to: BANK, label: 'Bank' };

/** The workbench of a transaction. `/commissions/bank/import` is an address of its own, and no transaction is called so. */
export const BANK_TRANSACTION = '/commissions/bank/:id';
export const bankTransaction = (id: string): string =>
  BANK_TRANSACTION.replace(':id', encodeURIComponent(id));
