import { sql, type Kysely } from 'kysely';

/** Asks before each request, in its transaction and as its role, the function which `pgrst.db_pre_request` names. */
export interface PreRequest {
  run(db: Kysely<unknown>): Promise<void>;
  /** Reads the setting again: a migration may have changed it. */
  reload(): void;
}

/** The setting as PostgREST reads it: of the role `authenticator`, a function name with its schema. */
async function configured(db: Kysely<unknown>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select split_part(c, '=', 2) as name
    from pg_db_role_setting s cross join unnest(s.setconfig) c
    where s.setrole = 'authenticator'::regrole and c like 'pgrst.db\\_pre\\_request=%'`.execute(db);
  return rows[0]?.name ?? null;
}

export function preRequest(): PreRequest {
  let name: string | null | undefined;
  return {
    async run(db) {
      if (name === undefined) name = await configured(db);
      if (name) await sql`select ${sql.ref(name)}()`.execute(db);
    },
    reload() {
      name = undefined;
    },
  };
}
