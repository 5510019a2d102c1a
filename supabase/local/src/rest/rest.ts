import { App } from '@supabase/lite';
import { databaseAway } from '../database/database-away.js';
import { orAway } from '../database/or-away.js';
import { json } from '../gateway/respond.js';
import type { Log } from '../log.js';
import { connectRest } from './connection.js';
import { answerExactly } from './exact-numbers.js';
import { nameTheSchema } from './exposed-schema.js';
import { prepareRequest } from './prepare-request.js';
import { quietConsole } from './quiet-console.js';
import { refuseScalarSelect } from './scalar-select.js';
import { requestScope, type RequestScope } from './request-scope.js';
import { exposing } from './response-headers.js';
import { listenForReload } from './schema-listener.js';
import { asSingleObject } from './single-object.js';
import { asUnreadable } from './unreadable.js';

export interface RestOptions {
  dbUrl: string;
  /** Where `notify pgrst` is heard: a replica hears nothing. */
  notifyUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  schemas: string[];
  /** Schemas in which unqualified names are looked up, after the request's own. */
  searchPath: string[];
  maxRows: number;
  log: Log;
}

/** Answers `/rest/v1` requests as PostgREST does. Requests must be authorised already. */
export interface RestApi {
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** A pool that is lost is replaced by the next request, but not more often, in milliseconds: PostgreSQL may take a while to recover. */
const REOPEN_MS = 100;

/** One instance of the library over one pool. */
function open(options: RestOptions) {
  const rest = connectRest(options.dbUrl);
  const app = new App({
    connection: rest.connection,
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
    },
    api: { enabled: true, schemas: options.schemas, max_rows: options.maxRows, pg_safe_update: true },
    storage: { enabled: false },
    studio: { enabled: false },
  });
  /** What the database says about its API, which the library keeps in its own configuration. */
  async function settle() {
    const settings = await rest.settings();
    Object.assign(app.config.api ?? {}, {
      aggregates_enabled: settings.aggregates,
      plan_enabled: settings.plan,
    });
    return settings;
  }
  return { ...rest, app, settle };
}

async function answer(app: App, request: Request): Promise<Response> {
  const scope: RequestScope = requestScope.getStore() ?? {};
  const response = exposing(await answerExactly(async () => app.fetch(request)), scope.exposed);
  if (scope.head) return new Response(null, { status: response.status, headers: response.headers });
  if (response.status < 400) return asSingleObject(request, response);
  if (!scope.databaseError) return asUnreadable(await nameTheSchema(response, scope.schema ?? 'public'));
  const { status, ...body } = scope.databaseError;
  return json(status, body, status === 503 ? { 'retry-after': '1' } : {});
}

/** Opens the REST API over the database (only the REST part of @supabase/lite is used). */
export async function openRest(options: RestOptions): Promise<RestApi> {
  const restoreConsole = quietConsole(options.log);
  let current = open(options);
  let openedAt = Date.now();
  await current.app.init();
  const stopListening = listenForReload(options.notifyUrl, () => current.reload(), options.log);
  return {
    async handle(request) {
      if (current.isLost()) {
        if (Date.now() < openedAt + REOPEN_MS) return databaseAway();
        openedAt = Date.now();
        const old = current;
        current = open(options);
        void old.close();
      }
      const { app, connection, lost, settle } = current;
      const functions = async () => (await connection.introspect({ useCache: true })).functions ?? [];
      return orAway(lost, async () => {
        const settings = await settle().catch(() => null);
        if (!settings) return databaseAway();
        const prepared = await prepareRequest(request, options, settings);
        return requestScope.run(prepared.scope, async () => {
          const refusal = await refuseScalarSelect(request, options.schemas, functions).catch(databaseAway);
          return refusal ?? answer(app, prepared.request);
        });
      });
    },
    async close() {
      await stopListening();
      restoreConsole();
      await current.close();
    },
  };
}
