import { ask, importLines, line } from './bank';
import { sqlOne } from './database';
import type { Person } from './test-agency';

/** What a match, or another decision about deposits, is answered. */
export interface MatchAnswer {
  success: boolean;
  error: string | null;
  group_id: string;
  version: number;
  conflict?: { by: string; status: string };
}

let day = 0;
/** One imported transaction with a text that names nothing. */
export async function deposit(person: Person, account: string, amount: string) {
  day += 1;
  const { rows } = await importLines(person, account, [line(1, `DEPOSIT BRANCH ${day}`, amount)]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  return row;
}

/** Says what a deposit pays. */
export const match = (
  person: Person,
  row: { id: string; version: number },
  parts: object[],
  extra: object = {},
) =>
  ask<MatchAnswer>(person, 'match_bank_transaction', {
    transaction_id: row.id,
    expected_version: row.version,
    parts,
    ...extra,
  });

/** What a commission has received, and what is open. */
export const received = (id: string) =>
  sqlOne<{
    status: string;
    received_amount: string | null;
    received_on: Date | null;
    open_amount: string;
    deposited_amount: string;
  }>(
    'select status, received_amount, received_on, open_amount, deposited_amount from public.commissions where id = $1',
    [id],
  );
