import type pg from 'pg';

/**
 * Keeps in the vault what SQL calls functions with: our address and a key; nothing where no functions run, so that SQL can tell.
 * @param db connection as `postgres`
 */
export async function keepProjectSecrets(
  db: pg.Client,
  secrets: { project_url: string; service_role_key: string } | null,
): Promise<void> {
  await db.query(`delete from vault.secrets where name in ('project_url', 'service_role_key')`);
  for (const [name, value] of Object.entries(secrets ?? {})) {
    await db.query('select vault.create_secret($1, $2, $3)', [value, name, 'Written at each start']);
  }
}
