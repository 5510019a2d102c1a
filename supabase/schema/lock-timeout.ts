/**
 * What makes hosted Supabase lock tables of Auth, Storage and Realtime, whatever table of ours it is about: its extension for `postgres`
 * looks at each of theirs.
 */
export const LOCKS_SYSTEM_TABLES = /^(?:(?:create|alter|drop) policy|drop trigger)\b/im;

/** As the statement of a migration. `local` holds in the CLI's pipeline as in a transaction: it ends with the file. */
export const LOCK_TIMEOUT = /^set local lock_timeout = '\d+s';$/m;

const WAITS = `-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';
`;

/** A migration that gives up rather than have sign-ins and uploads wait behind it. */
export function withLockTimeout(sql: string): string {
  if (!LOCKS_SYSTEM_TABLES.test(sql) || LOCK_TIMEOUT.test(sql)) return sql;
  const [first = '', ...rest] = sql.split('\n');
  return first.startsWith('set local ') ? [first, '', WAITS.trim(), ...rest].join('\n') : `${WAITS}\n${sql}`;
}
