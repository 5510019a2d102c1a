import type pg from 'pg';

/** Keeps in the vault what `[db.vault]` names, as the Supabase CLI does when it starts or pushes. */
export async function keepNamedSecrets(db: pg.Client, secrets: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) {
    await db.query('delete from vault.secrets where name = $1', [name]);
    await db.query('select vault.create_secret($1, $2, $3)', [value, name, 'Named in config.toml']);
  }
}

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
