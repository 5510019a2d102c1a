import { NOTIFICATION_CODES, notificationText } from '../../../shared/src/domain/notification-words';
import type { Sql } from './database';

interface Row {
  [column: string]: unknown;
  code: string;
  params: unknown;
  message: string;
}

/** Whatever tests have made the database tell: the words of its code are those of its message, letter for letter. */
export async function proveNotifications(sql: Sql): Promise<void> {
  const rows = await sql<Row>(
    'select distinct code, params, message from public.notifications where code = any ($1)',
    [NOTIFICATION_CODES],
  );
  for (const row of rows) expect([row.code, notificationText(row)]).toEqual([row.code, row.message]);
}
