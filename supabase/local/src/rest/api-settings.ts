import { sql, type Kysely } from 'kysely';

/** What a project may switch on for its REST API by `alter role authenticator set pgrst.…`; all are off on hosted. */
export interface ApiSettings {
  aggregates: boolean;
  /** Whether a request may ask for its query plan. */
  plan: boolean;
  /** Whether a request may have its transaction rolled back (`Prefer: tx=rollback`). */
  rollback: boolean;
}

/** Reads the settings as PostgREST does: those of the role `authenticator`. */
export async function readApiSettings(db: Kysely<unknown>): Promise<ApiSettings> {
  const { rows } = await sql<{ setting: string }>`
    select c as setting from pg_db_role_setting s cross join unnest(s.setconfig) c
    where s.setrole = 'authenticator'::regrole and c like 'pgrst.%'`.execute(db);
  const settings = new Map(
    rows.map(({ setting }) => {
      const at = setting.indexOf('=');
      return [setting.slice('pgrst.'.length, at), setting.slice(at + 1)];
    }),
  );
  return {
    aggregates: settings.get('db_aggregates_enabled') === 'true',
    plan: settings.get('db_plan_enabled') === 'true',
    rollback: (settings.get('db_tx_end') ?? '').endsWith('-allow-override'),
  };
}
