import type { Json } from '../../../shared/src/platform/api/database.types';
import { sql, sqlOne } from './database';
import { createVendor, handOf, type Person, type TestAgency } from './test-agency';

/** A line of a bank file, as the browser sends it. */
export interface BankLine {
  line: number;
  booked_on: string;
  amount: string;
  text: string;
  twin?: number;
  bank_id?: string;
  counterparty?: string;
  reference?: string;
  currency?: string;
}

/** An answer of a function, or its error as an exception. */
export const ask = <Answer = Record<string, unknown>>(person: Person, name: string, args: object = {}) =>
  handOf(person).call<Answer>(name, args);

/** An account of the agency. */
export async function createAccount(person: Person, name = `Operating ${Math.random()}`): Promise<string> {
  const { id } = await ask<{ id: string }>(person, 'save_bank_account', {
    account: { name, last_four: '4410' },
  });
  return id;
}

/** Begins an import and sends its lines. `said`: what else is known of the file. */
export async function sendLines(
  person: Person,
  accountId: string,
  lines: readonly BankLine[],
  file = 'bank.csv',
  said: { balance?: number | null; balance_on?: string | null } = {},
) {
  const { import_id: id } = await ask<{ import_id: string }>(person, 'begin_bank_import', {
    account_id: accountId,
    file_name: file,
    file_hash: 'a'.repeat(64),
    format: 'csv',
    total_lines: Math.max(lines.length, 1),
    ...said,
  });
  const sent = await ask<{ added: number; here: number; broken: Json[] }>(person, 'import_bank_lines', {
    import_id: id,
    lines,
  });
  return { id, sent };
}

/** Imports lines to the end, suggestions included. Answers the id of the import and the rows in the order of the file. */
export async function importLines(person: Person, accountId: string, lines: readonly BankLine[]) {
  const { id, sent } = await sendLines(person, accountId, lines);
  const done = await ask<{ groups: Record<string, { count: number }> }>(person, 'finish_bank_import', {
    import_id: id,
  });
  return { id, sent, done, rows: await transactionsOf(id) };
}

export interface TransactionRow {
  id: string;
  status: string;
  certainty: string | null;
  category: string | null;
  version: number;
  amount: string;
  vendor_id: string | null;
  unclaimed_amount: string;
  fee_amount: string;
}

export const transactionsOf = (importId: string) =>
  sql<TransactionRow>('select * from public.bank_transactions where import_id = $1 order by line_number', [
    importId,
  ]);

export const transaction = (id: string) =>
  sqlOne<TransactionRow>('select * from public.bank_transactions where id = $1', [id]);

/** The commissions of the first suggestion. */
export async function suggested(transactionId: string): Promise<string[]> {
  const rows = await sql<{ parts: { commission_id: string }[] }>(
    'select parts from public.bank_suggestions where transaction_id = $1 and rank = 1',
    [transactionId],
  );
  return rows.flatMap(({ parts }) => parts.map((part) => part.commission_id));
}

export async function vendorNamed(
  agency: TestAgency,
  name: string,
  days: number | null = 0,
): Promise<string> {
  const id = await createVendor(agency.organizationId);
  await sql('update public.vendors set name = $2 where id = $1', [id, name]);
  await sql(
    `update public.vendor_terms set expected_payment_days = $2, expected_payment_basis = 'booking' where vendor_id = $1`,
    [id, days],
  );
  return id;
}

export const line = (n: number, text: string, amount: string, extra: Partial<BankLine> = {}): BankLine => ({
  line: n,
  booked_on: '2026-05-10',
  amount,
  text,
  twin: 1,
  ...extra,
});

/** Imports one line, and answers its row with the commissions of its first suggestion. */
export async function readLine(
  person: Person,
  accountId: string,
  text: string,
  amount: string,
  extra: Partial<BankLine> = {},
) {
  const { rows } = await importLines(person, accountId, [line(1, text, amount, extra)]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  return { ...row, suggested: await suggested(row.id) };
}

/** Says on which day a sale was entered. */
export const enteredOn = (saleId: string, day: string) =>
  sql('update public.sales set created_at = $2::date where id = $1', [saleId, day]);

/** The agency with its sales entered before any money came: what is entered after the money came is hardly what it pays. */
export const soldInTime = (agency: TestAgency): TestAgency => ({
  ...agency,
  sale: async (words) => {
    const sold = await agency.sale(words);
    await enteredOn(sold.id, '2026-01-05');
    return sold;
  },
});

/**
 * A bank with something in each of its tables: a deposit matched with a sale of `seller`, one with a vendor's bonus, and one that waits beside
 * its statement.
 */
export async function fillBank(agency: TestAgency, seller: Person, text: string): Promise<void> {
  const account = await createAccount(agency.admin, `${text} ${Math.random()}`);
  for (const reference of ['ZX-70001', 'ZX-70002'])
    await agency.sale({ agent: seller, reference, amount: 7777.77 });
  const { rows } = await importLines(agency.admin, account, [
    line(1, `${text} ZX70001`, '777.78'),
    line(2, `${text} ZX70002`, '777.78'),
    line(3, `${text} BONUS`, '7777.77'),
  ]);
  const [matched, waiting, ofBonus] = rows;
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: [{ id: matched?.id, version: matched?.version }],
  });
  await ask(agency.admin, 'save_bank_remittance', {
    transaction_id: waiting?.id,
    file_name: `${text}.csv`,
    lines: [{ line: 1, reference: 'ZX-70002', name: text, amount: '777.78' }],
  });
  const bonus = await ask<{ id: string }>(agency.admin, 'expect_volume_bonus', {
    vendor_id: agency.vendorId,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount: 7777.77,
    due_on: '2026-05-01',
  });
  const { success } = await ask<{ success: boolean }>(agency.admin, 'match_bank_transaction', {
    transaction_id: ofBonus?.id,
    expected_version: ofBonus?.version,
    parts: [{ commission_id: bonus.id, is_other: true, amount: 7777.77 }],
  });
  if (!success) throw new Error('The bonus was not matched');
  await ask(agency.admin, 'save_bank_rule', { rule: { text_contains: `${text} FEE`, category: 'fee' } });
}

/**
 * Runs the job that matches anew until nothing of this agency waits: a run takes so many of all agencies, and leaves to another run, of a
 * test beside this one, what that one has begun.
 */
export async function rematched({ organizationId }: TestAgency): Promise<void> {
  for (;;) {
    await sql('select private.refresh_matches()');
    const { waits } = await sqlOne<{ waits: boolean }>(
      `select exists (select from private.stale_matches m where m.organization_id = $1)
           or exists (select from public.bank_transactions t where t.organization_id = $1 and t.matching_due
                        and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)) as waits`,
      [organizationId],
    );
    if (!waits) return;
  }
}
