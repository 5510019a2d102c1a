import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, sql } from 'kysely';
import { reservingDialect } from './dialect.js';
import type { Sql } from 'postgres';
import { preRequest } from './pre-request.js';
import { fixRelations, type Catalogue } from './relations.js';
import { requestScope } from './request-scope.js';
import { reportSqlError } from './sql-errors.js';
import { VALUE_TYPES } from './value-types.js';

interface SessionVars {
  auth?: { role?: string; uid?: unknown; jwt?: unknown };
}

/** The inner surface of the library's connection which the fixes replace; pinned by its exact version. */
interface PatchedSurface {
  rlsState: 'unknown' | 'active' | 'inactive';
  applyJwtSessionContext(db: Kysely<unknown>, vars: SessionVars): Promise<void>;
  normalizeDbError(error: unknown): unknown;
  introspect(options?: { useCache?: boolean }): Promise<Catalogue>;
}

/** Longest time one statement may take, in milliseconds: the limit hosted sets for `authenticated`. */
const STATEMENT_TIMEOUT_MS = 8000;

/** One statement instead of the library's six: sets the role and the claims policies read. */
async function applySession(db: Kysely<unknown>, vars: SessionVars): Promise<void> {
  const role = vars.auth?.role || 'anon';
  const claims = JSON.stringify(vars.auth?.jwt ?? { role });
  const subject = typeof vars.auth?.uid === 'string' ? vars.auth.uid : '';
  await sql`select set_config('role', ${role}, true), set_config('request.jwt.claim.sub', ${subject}, true),
    set_config('request.jwt.claim.role', ${role}, true), set_config('request.jwt.claims', ${claims}, true)`.execute(
    db,
  );
}

/** The library's connection, and whether it must be replaced because PostgreSQL dropped a connection of its pool. */
export interface RestConnection {
  connection: PostgresConnection;
  isLost(): boolean;
  /** Reads schema and settings again before the next request. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The library's PostgreSQL connection with our fixes: value types, statement time-out, fast session set-up,
 * embeds over keys of several columns, database errors remembered for the answer, and no crash with PostgreSQL.
 */
export function connectRest(url: string): RestConnection {
  let lost = false;
  const isLost = () => lost;
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 10,
      // Connections end only with us or with PostgreSQL.
      max_lifetime: null,
      onclose: () => {
        lost = true;
      },
      onnotice: () => undefined,
      types: VALUE_TYPES as never,
      connection: { TimeZone: 'UTC', statement_timeout: STATEMENT_TIMEOUT_MS },
    },
  });
  connection.kysely = new Kysely({ dialect: reservingDialect(connection.driver as Sql, isLost) });
  const surface = connection as unknown as PatchedSurface;
  // Any other state makes the first request grant everything to anon again.
  surface.rlsState = 'active';
  const before = preRequest();
  surface.applyJwtSessionContext = async (db, vars) => {
    await applySession(db, vars);
    await before.run(db, requestScope.getStore()?.headers ?? {});
  };
  const normalize = surface.normalizeDbError.bind(surface);
  surface.normalizeDbError = (error) => {
    const normalized = normalize(error);
    const scope = requestScope.getStore();
    const reported = reportSqlError(normalized);
    if (scope && reported) scope.databaseError = reported;
    return normalized;
  };
  const fixed = new WeakMap<Catalogue, Catalogue>();
  const introspect = surface.introspect.bind(surface);
  surface.introspect = async (options) => {
    const found = await introspect(options);
    const known = fixed.get(found) ?? fixRelations(found);
    fixed.set(found, known);
    return known;
  };
  return {
    connection,
    isLost,
    async reload() {
      before.reload();
      await connection.clearSchemaCache();
    },
    async close() {
      lost = true;
      await connection.driver.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}
