import { setMaxListeners } from 'node:events';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, sql } from 'kysely';
import type { Sql } from 'postgres';
import { checkAffected, checkLimitedFunction, limitOfCall } from './affected-rows.js';
import { readApiSettings, type ApiSettings } from './api-settings.js';
import type { Ast } from './ast.js';
import { callSettings, type CallSettings } from './call-settings.js';
import { withComposites, withRowType } from './composite-arguments.js';
import { inSchema, keysAcross } from './exposed-schema.js';
import { reservingDialect } from './dialect.js';
import { safeIntrospection } from './introspection.js';
import { answerAsStored, completeRows } from './missing-values.js';
import { explain } from './plan.js';
import { preRequest } from './pre-request.js';
import { fixRelations, type Catalogue } from './relations.js';
import { requestScope } from './request-scope.js';
import { EXPOSED_BY_ANSWER, withResponseHeaders } from './response-headers.js';
import { openSockets } from './sockets.js';
import { withoutOwnHints } from './self-references.js';
import { reportSqlError } from './sql-errors.js';
import { VALUE_TYPES } from './value-types.js';

interface SessionVars {
  auth?: { role?: string; uid?: unknown; jwt?: unknown };
}

/** The inner surface of the library's connection which the fixes replace; pinned by its exact version. */
interface PatchedSurface {
  rlsState: 'unknown' | 'active' | 'inactive';
  applyJwtSessionContext(db: Kysely<unknown>, vars: SessionVars): Promise<void>;
  applyRpcRequestGucs(): Promise<void>;
  normalizeDbError(error: unknown): unknown;
  introspect(options?: { useCache?: boolean }): Promise<Catalogue>;
  onPostgrestAST(ast: Ast, vars: SessionVars): Promise<Ast>;
  withContext(
    vars: SessionVars | null,
    work: (db: Kysely<unknown>) => Promise<unknown>,
    options?: { forceRollback?: boolean },
  ): Promise<unknown>;
}

/** Longest time one statement may take where neither role nor function says another, in milliseconds: hosted's for `authenticator`. */
const STATEMENT_TIMEOUT_MS = 8000;

/**
 * One statement instead of the library's eleven: sets the role and the claims policies read, what the request is, and the settings of
 * role and function.
 */
async function applySession(db: Kysely<unknown>, vars: SessionVars, settings: CallSettings): Promise<void> {
  const role = vars.auth?.role || 'anon';
  const scope = requestScope.getStore();
  const called = scope?.ast?.type === 'rpc' ? `${scope.schema}.${scope.ast.function}` : null;
  const own = await settings.of(db, role, called);
  const claims = JSON.stringify(vars.auth?.jwt ?? { role });
  const subject = typeof vars.auth?.uid === 'string' ? vars.auth.uid : '';
  await sql`select set_config('role', ${role}, true), set_config('request.jwt.claim.sub', ${subject}, true),
    set_config('request.jwt.claim.role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
    set_config('request.method', ${scope?.method ?? ''}, true), set_config('request.path', ${scope?.path ?? ''}, true),
    set_config('request.headers', ${JSON.stringify(scope?.headers ?? {})}, true),
    set_config('search_path', coalesce(nullif(${scope?.searchPath ?? ''}, ''), current_setting('search_path')), true),
    (select count(set_config(name, value, true)) from unnest(${[...own.keys()]}::text[], ${[...own.values()]}::text[]) s(name, value))`.execute(
    db,
  );
}

/**
 * The library's catalogue, mended, and during a request only what the request's schema shows. Each is made once for each
 * catalogue that the library reads.
 */
function catalogues(read: PatchedSurface['introspect'], db: Kysely<unknown>): PatchedSurface['introspect'] {
  const made = new WeakMap<Catalogue, Promise<(schema: string | undefined) => Catalogue>>();
  async function prepare(found: Catalogue) {
    const across = await keysAcross(db);
    const whole = fixRelations(found);
    const bySchema = new Map<string, Catalogue>();
    return (schema: string | undefined) => {
      if (schema === undefined) return whole;
      const known = bySchema.get(schema) ?? inSchema(whole, schema, across);
      bySchema.set(schema, known);
      return known;
    };
  }
  return async (options) => {
    const scope = requestScope.getStore();
    const found = await read(options);
    const prepared = made.get(found) ?? prepare(found);
    made.set(found, prepared);
    try {
      return (await prepared)(scope?.schema);
    } catch (error) {
      made.delete(found);
      if (scope) scope.databaseError = reportSqlError(error) ?? undefined;
      throw error;
    }
  };
}

/** The library's connection, and whether it must be replaced because PostgreSQL dropped a connection of its pool. */
export interface RestConnection {
  connection: PostgresConnection;
  isLost(): boolean;
  /** Aborted when it is lost. What waits for one of its connections then may wait for ever: postgres.js forgets some of them. */
  lost: AbortSignal;
  /** What the database says about its API, read once until `reload`. */
  settings(): Promise<ApiSettings>;
  /** Reads schema and settings again before the next request. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The library's PostgreSQL connection with our fixes: value types, statement time-out, fast session set-up,
 * embeds over keys of several columns, database errors remembered for the answer, and no crash with PostgreSQL.
 */
export function connectRest(url: string): RestConnection {
  const loss = new AbortController();
  // One listener for each request under way.
  setMaxListeners(0, loss.signal);
  const isLost = () => loss.signal.aborted;
  const sockets = openSockets(() => loss.abort());
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 10,
      // Missing in the types.
      ...({ socket: sockets.open } as object),
      // Connections end only with us or with PostgreSQL.
      max_lifetime: null,
      onclose: () => loss.abort(),
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
  const settingsOf = callSettings();
  surface.applyJwtSessionContext = async (db, vars) => {
    await applySession(db, vars, settingsOf);
    await before.run(db);
  };
  // It would take away the headers that were set before a function is called.
  surface.applyRpcRequestGucs = async () => undefined;
  const normalize = surface.normalizeDbError.bind(surface);
  surface.normalizeDbError = (error) => {
    const normalized = normalize(error);
    const scope = requestScope.getStore();
    const reported = reportSqlError(normalized);
    if (scope && reported) scope.databaseError = reported;
    return normalized;
  };
  surface.introspect = catalogues(safeIntrospection(surface.introspect.bind(surface)), connection.kysely);
  const onAst = surface.onPostgrestAST.bind(surface);
  surface.onPostgrestAST = async (ast, vars) => {
    const catalogue = await surface.introspect({ useCache: true });
    const scope = requestScope.getStore();
    const limit = limitOfCall(ast);
    if (limit !== null) checkLimitedFunction(ast, catalogue);
    if (scope) scope.limit = limit;
    const asked = withoutOwnHints(await onAst(ast, vars), catalogue);
    const mended = withRowType(withComposites(completeRows(asked, catalogue), catalogue), catalogue);
    if (scope) scope.ast = mended;
    return mended;
  };
  const withContext = surface.withContext.bind(surface);
  surface.withContext = async (vars, work, options) => {
    const scope = requestScope.getStore();
    const rollback = Boolean(scope?.rollback);
    if (scope?.ast) answerAsStored(scope.ast);
    const answer = async (db: Kysely<unknown>) => {
      const result = await work(db);
      if (!(result instanceof Response)) return result;
      if (typeof scope?.limit === 'number') checkAffected(result, scope.limit);
      if (scope?.plan) return explain(db, result, scope.plan);
      // To answers of functions the library adds them.
      const isCall = scope?.ast?.type === 'rpc';
      const told = result.ok && !isCall ? await withResponseHeaders(db, result) : result;
      if (scope) scope.exposed = told.headers.get(EXPOSED_BY_ANSWER);
      return told;
    };
    return withContext(vars, answer, rollback ? { ...options, forceRollback: true } : options);
  };
  let settings: Promise<ApiSettings> | undefined;
  return {
    connection,
    isLost,
    lost: loss.signal,
    settings() {
      settings ??= readApiSettings(connection.kysely).catch((error: unknown) => {
        settings = undefined;
        throw error;
      });
      return settings;
    },
    async reload() {
      before.reload();
      settingsOf.reload();
      settings = undefined;
      await connection.clearSchemaCache();
    },
    async close() {
      loss.abort();
      await connection.driver.end({ timeout: 0 }).catch(() => undefined);
      sockets.end();
    },
  };
}
