/** Everything the API can be asked: the function's router, its tests and the OpenAPI file are made of this one table. */
import type * as v from 'valibot';
import { agent, agentsQuery } from './agents.ts';
import {
  bankAccount,
  bankAccountsQuery,
  bankImport,
  bankTransaction,
  bankTransactionsQuery,
  newBankTransactions,
} from './bank.ts';
import { commission, commissionsQuery, newReceipt } from './commissions.ts';
import { customer, customerChanges, customersQuery, newCustomer } from './customers.ts';
import { pageOf } from './parts.ts';
import { payout, payoutsQuery, payoutWithPayments } from './payouts.ts';
import { newSale, sale, saleChanges, salesQuery, saleWithParts } from './sales.ts';
import { newVendor, vendor, vendorChanges, vendorsQuery } from './vendors.ts';

/** What a key may be allowed. `write` includes `read`. */
export const SCOPES = [
  'sales:read',
  'sales:write',
  'customers:read',
  'customers:write',
  'vendors:read',
  'vendors:write',
  'commissions:read',
  'commissions:write',
  'bank:read',
  'bank:write',
  'payouts:read',
] as const;

/** One of them. */
export type Scope = (typeof SCOPES)[number];

/** One thing the API can be asked. */
export interface Operation {
  /** Its name, in the database and in the OpenAPI file. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Behind `/v1`; `{id}` is the id of a record. */
  path: string;
  scope: Scope;
  summary: string;
  /** What may stand behind the question mark: a strict object of texts, all optional. */
  query?: v.GenericSchema<Record<string, string | undefined>>;
  body?: v.GenericSchema<Record<string, unknown>>;
  /** What is answered when it goes well, with `status`. */
  answer: v.GenericSchema;
  status: 200 | 201;
  /** Whether the answer has an `ETag` with the version of the record. */
  tagged?: boolean;
  /** Whether it asks for `If-Match` with the version that was read. */
  matched?: boolean;
}

const list = (
  resource: string,
  path: string,
  scope: Scope,
  item: v.GenericSchema,
  query: Operation['query'],
): Operation => ({
  id: `list_${resource}`,
  method: 'GET',
  path,
  scope,
  summary: `List ${resource.replaceAll('_', ' ')}, the newest first`,
  query,
  answer: pageOf(item),
  status: 200,
});

const one = (
  noun: string,
  path: string,
  scope: Scope,
  answer: v.GenericSchema,
  tagged = false,
): Operation => ({
  id: `get_${noun}`,
  method: 'GET',
  path: `${path}/{id}`,
  scope,
  summary: `Read one ${noun.replaceAll('_', ' ')}`,
  answer,
  status: 200,
  tagged,
});

const add = (
  noun: string,
  path: string,
  scope: Scope,
  body: Operation['body'],
  answer: v.GenericSchema,
): Operation => ({
  id: `create_${noun}`,
  method: 'POST',
  path,
  scope,
  summary: `Add a ${noun}`,
  body,
  answer,
  status: 201,
  tagged: true,
});

const change = (
  noun: string,
  path: string,
  scope: Scope,
  body: Operation['body'],
  answer: v.GenericSchema,
): Operation => ({
  id: `update_${noun}`,
  method: 'PATCH',
  path: `${path}/{id}`,
  scope,
  summary: `Change a ${noun}, if nobody has meanwhile`,
  body,
  answer,
  status: 200,
  tagged: true,
  matched: true,
});

/** Every operation, in the order in which the reference shows them. */
export const OPERATIONS: readonly Operation[] = [
  list('sales', '/sales', 'sales:read', sale, salesQuery),
  one('sale', '/sales', 'sales:read', saleWithParts, true),
  add('sale', '/sales', 'sales:write', newSale, saleWithParts),
  change('sale', '/sales', 'sales:write', saleChanges, saleWithParts),
  list('agents', '/agents', 'sales:read', agent, agentsQuery),
  list('customers', '/customers', 'customers:read', customer, customersQuery),
  one('customer', '/customers', 'customers:read', customer, true),
  add('customer', '/customers', 'customers:write', newCustomer, customer),
  change('customer', '/customers', 'customers:write', customerChanges, customer),
  list('vendors', '/vendors', 'vendors:read', vendor, vendorsQuery),
  one('vendor', '/vendors', 'vendors:read', vendor, true),
  add('vendor', '/vendors', 'vendors:write', newVendor, vendor),
  change('vendor', '/vendors', 'vendors:write', vendorChanges, vendor),
  list('commissions', '/commissions', 'commissions:read', commission, commissionsQuery),
  one('commission', '/commissions', 'commissions:read', commission),
  {
    id: 'record_receipt',
    method: 'POST',
    path: '/commissions/{id}/receipt',
    scope: 'commissions:write',
    summary: "Record that the vendor's money for a commission is here",
    body: newReceipt,
    answer: commission,
    status: 200,
  },
  list('payouts', '/payouts', 'payouts:read', payout, payoutsQuery),
  one('payout', '/payouts', 'payouts:read', payoutWithPayments),
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
];
