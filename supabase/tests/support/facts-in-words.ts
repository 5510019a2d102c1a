import { exportsOf } from './contract';
import type { Sql } from './database';

interface Reason {
  code: string;
  text: string;
}

const { reasonText } = exportsOf<{
  reasonText: (reason: Reason, money: (amount: number) => string) => string;
}>('mf-commissions/src/bank/parts/bank-reasons.ts');
const { NOTIFICATION_CODES, notificationText } = exportsOf<{
  NOTIFICATION_CODES: string[];
  notificationText: (row: Row) => string;
}>('shell/src/layout/notifications/notification-words.ts');

interface Row {
  [column: string]: unknown;
  code: string;
  params: unknown;
  message: string;
}

/** The database writes thousands without a separator. */
const bare = (text: string): string => text.replace(/(\d),(?=\d{3})/g, '$1');

/** Whatever tests have made the database tell: the words of its code are those of its message, letter for letter. */
export async function proveNotifications(sql: Sql): Promise<void> {
  const rows = await sql<Row>(
    'select distinct code, params, message from public.notifications where code = any ($1)',
    [NOTIFICATION_CODES],
  );
  for (const row of rows)
    expect([row.code, bare(notificationText(row))]).toEqual([row.code, bare(row.message)]);
}

/** The same of the reasons for what the matcher suggests. */
export async function proveReasons(sql: Sql): Promise<void> {
  const rows = await sql<{ reason: Reason }>(
    `select distinct r.reason from public.bank_suggestions s cross join jsonb_array_elements(s.reasons) r(reason)
     where r.reason ? 'params'`,
  );
  const money = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  for (const { reason } of rows)
    expect([reason.code, reasonText(reason, money)]).toEqual([reason.code, reason.text]);
}
