import { ask, importLines, line } from './bank';
import { match } from './bank-matches';
import { sqlOne } from './database';
import type { Done } from './payouts';
import type { Person, TestAgency } from './test-agency';

/** Closes the books of an agency; throws when that is refused. */
export async function closeBooks(agency: TestAgency, through: string): Promise<void> {
  const done = await ask<Done>(agency.owner, 'close_books', { through });
  if (!done.success) throw new Error(done.error ?? 'refused');
}

/** Reopens them; throws when that is refused. */
export async function reopenBooks(agency: TestAgency, through: string | null): Promise<void> {
  const done = await ask<Done>(agency.owner, 'reopen_books', { through, reason: 'A receipt was missing' });
  if (!done.success) throw new Error(done.error ?? 'refused');
}

let texts = 0;

/** Imports a transaction of that day and says that it pays a commission. */
export async function matchDeposit(
  person: Person,
  account: string,
  {
    day,
    amount,
    commissionId,
    writeOff,
  }: { day: string; amount: number; commissionId: string; writeOff?: number },
) {
  texts += 1;
  const { rows } = await importLines(person, account, [
    line(1, `DEPOSIT BRANCH ${texts}`, amount.toFixed(2), { booked_on: day }),
  ]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  const part = writeOff ? { write_off: writeOff, reason: 'Short by agreement' } : {};
  return match(person, row, [{ commission_id: commissionId, amount, ...part }]);
}

/** The receipt of a commission with its days. */
export const receiptOf = (commissionId: string) =>
  sqlOne<{ day: string | null; posted: string | null; amount: number | null }>(
    `select received_on::text as day, received_posted_on::text as posted, received_amount::float as amount
     from public.commissions where id = $1`,
    [commissionId],
  );
