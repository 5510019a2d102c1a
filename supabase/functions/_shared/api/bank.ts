import * as v from 'valibot';
import { amount, changes, currency, day, id, paging, said, signedAmountIn, text, time } from './parts.ts';
import { list, one, type Resource } from './resource.ts';

const status = v.picklist(['open', 'suggested', 'matched', 'set_aside']);

/** A bank account of the agency, as answers say it: by its name, never by its number. */
export const bankAccount = v.strictObject({
  id,
  name: v.string(),
  currency,
  archived: v.boolean(),
  created_at: time,
  updated_at: time,
});

/** The list of bank accounts is narrowed to nothing. */
export const bankAccountsQuery = v.strictObject(paging);

/** A line of a bank account, as answers say it. */
export const bankTransaction = v.strictObject({
  id,
  account_id: id,
  status,
  booked_on: day,
  value_on: v.nullable(day),
  amount: said(amount, 'What came to the agency’s account; below zero what left it.'),
  currency,
  text: v.string(),
  counterparty: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  vendor_id: v.nullable(id),
  created_at: time,
  updated_at: time,
});

/** What lists of bank transactions can be narrowed to. */
export const bankTransactionsQuery = v.strictObject({
  ...paging,
  ...changes,
  status: v.optional(status),
  account_id: v.optional(id),
  vendor_id: v.optional(id),
});

/** Lines to be imported into an account, as a file of the bank has them. The same lines again add nothing. */
export const newBankTransactions = v.strictObject({
  account_id: id,
  name: v.optional(text(200)),
  lines: v.pipe(
    v.array(
      v.strictObject({
        booked_on: day,
        value_on: v.optional(v.nullable(day)),
        amount: said(signedAmountIn, 'What came to the agency’s account; below zero what left it.'),
        currency: v.optional(currency),
        text: text(2000),
        counterparty: v.optional(v.nullable(text(300))),
        reference: v.optional(v.nullable(text(300))),
        bank_id: v.optional(v.nullable(text(300))),
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
});

/** What became of the lines: `line` counts from 1. */
export const bankImport = v.strictObject({
  import_id: id,
  added: v.pipe(v.number(), v.integer(), v.minValue(0)),
  already_here: v.pipe(v.number(), v.integer(), v.minValue(0)),
  refused: v.array(
    v.strictObject({
      line: v.pipe(v.number(), v.integer(), v.minValue(1)),
      detail: v.string(),
    }),
  ),
});

/** What the API has of them. */
export const BANK: Resource = {
  name: 'bank',
  about: 'Accounts, their lines, and the import of lines.',
  schemas: { bankAccount, bankTransaction, newBankTransactions, bankImport },
  operations: [
    list('bank_accounts', '/bank/accounts', 'bank:read', bankAccount, bankAccountsQuery),
    list('bank_transactions', '/bank/transactions', 'bank:read', bankTransaction, bankTransactionsQuery),
    one('bank_transaction', '/bank/transactions', 'bank:read', bankTransaction),
    {
      id: 'import_bank_transactions',
      method: 'POST',
      path: '/bank/transactions/import',
      scope: 'bank:write',
      summary: 'Import lines of a bank account',
      body: newBankTransactions,
      answer: bankImport,
      status: 201,
    },
  ],
};
