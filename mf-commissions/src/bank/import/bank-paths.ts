/** Where deposits are matched, and where they come from. */
export const BANK = '/commissions/bank';
export const BANK_IMPORT = '/commissions/bank/import';
