import { sql, type Kysely } from 'kysely';

interface Setting {
  /** A role, or a function with its schema. */
  owner: string;
  name: string;
  value: string;
}

/** What PostgREST takes from a called function and sets for the whole transaction, as `db-hoisted-tx-settings` is on hosted. */
const HOISTED = ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'];

const READ = sql<Setting>`
  select owner, split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value
  from (
    select r.rolname as owner, s.setconfig as settings
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    where r.rolname in ('anon', 'authenticated', 'service_role') and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    union all
    select n.nspname || '.' || p.proname, array(select c from unnest(p.proconfig) c where split_part(c, '=', 1) = any (${HOISTED}))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.proconfig is not null) o
  cross join unnest(o.settings) c
  join pg_settings g on g.name = split_part(c, '=', 1) and g.context = 'user'`;

/** Settings for the length of one request: the function's where it has some, else the role's. */
export interface CallSettings {
  /** @param called the function that is called, with its schema */
  of(db: Kysely<unknown>, role: string, called: string | null): Promise<Map<string, string>>;
  /** Reads them again: a migration may have changed them. */
  reload(): void;
}

/** Reads the settings as PostgREST does, once until `reload`. */
export function callSettings(): CallSettings {
  let known: Setting[] | undefined;
  return {
    async of(db, role, called) {
      const all = (known ??= (await READ.execute(db)).rows);
      const by = (owner: string | null) => all.filter((setting) => setting.owner === owner);
      return new Map([...by(role), ...by(called)].map(({ name, value }) => [name, value]));
    },
    reload() {
      known = undefined;
    },
  };
}
