import * as v from 'valibot';
import { command, count, day, id, moment, money, page } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const format = v.picklist(['quickbooks', 'xero', 'datev', 'csv']);

/** An account of the journal; each bank account is a `bank` of its own, and what is paid from none that is known another one. */
const account = v.picklist([
  'bank',
  'receivable',
  'commission_income',
  'fees_receivable',
  'service_fees',
  'agents_expense',
  'agents_payable',
  'recalled',
  'bank_fees',
  'written_off',
  'voided',
  'unclaimed',
  'undeposited',
  'customers_money',
]);

/** What the formats ask for beyond the entries. */
const formatSettings = v.strictObject({
  quickbooks_names: v.boolean(),
  xero_tax_rate: v.string(),
  datev_consultant: v.nullable(count),
  datev_client: v.nullable(count),
  datev_first_month: count,
  datev_account_length: count,
});

/** Of which row an entry is. */
const entryKind = v.picklist(['sale', 'commission', 'other', 'deposit', 'payment', 'statement', 'void']);

/** What the page of the journal asks of the database (docs/product/books.md). */
export const contract = {
  get_journal: {
    /** Null to whoever is no admin. */
    answer: v.nullable(
      v.strictObject({
        month: day,
        last_day: day,
        ended: v.boolean(),
        /** Which is exported next; null before the first one is said. */
        next_month: v.nullable(day),
        first_month: day,
        this_month: day,
        closed_through: v.nullable(day),
        currency: v.string(),
        exported: v.boolean(),
        settings: v.strictObject({
          basis: v.nullable(v.picklist(['expected', 'received'])),
          since: v.nullable(day),
          paying_account_id: v.nullable(id),
          ...formatSettings.entries,
        }),
        entries: count,
        debit: money,
        credit: money,
        accounts: v.array(
          v.strictObject({
            account,
            bank_account_id: v.nullable(id),
            bank_account: text,
            last_four: text,
            /** What the agency calls it. */
            number: text,
            name: text,
            debit: money,
            credit: money,
          }),
        ),
        exports: v.array(
          v.strictObject({ id, number: count, month: day, format, entries: count, by: text, at: moment }),
        ),
      }),
    ),
  },
  list_journal: {
    /** Null to whoever is no admin. */
    answer: v.nullable(
      page(
        v.strictObject({
          line: count,
          /** Lines of one entry follow each other. */
          entry: count,
          day,
          kind: entryKind,
          text: v.string(),
          /** The record that it comes from, while that is there. */
          sales_id: v.nullable(id),
          transaction_id: v.nullable(id),
          statement_id: v.nullable(id),
          account,
          bank_account: text,
          last_four: text,
          /** Whose money it is. */
          agent: text,
          /** For which booking. */
          reference: text,
          /** Above nothing: debit. */
          amount: money,
        }),
        { month: day, debit: money, credit: money },
      ),
    ),
  },
  save_journal_settings: { answer: command({}) },
  map_journal_account: { answer: command({}) },
  export_journal: { answer: command({ id, number: count }) },
  open_journal_export: {
    answer: v.nullable(
      v.strictObject({
        id,
        number: count,
        month: day,
        last_day: day,
        format,
        currency: v.string(),
        exported_at: moment,
        lines: count,
        settings: formatSettings,
      }),
    ),
  },
  read_journal_export: {
    answer: v.array(
      v.strictObject({
        line: count,
        entry: count,
        day,
        kind: entryKind,
        source_id: id,
        text: v.string(),
        account,
        number: text,
        name: text,
        /** Above nothing: debit. */
        amount: money,
        reference: text,
        /** Vendor or agent, where QuickBooks asks for names. */
        party: text,
      }),
    ),
  },
} satisfies DatabaseContract;
