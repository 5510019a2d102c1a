import { App } from '@supabase/lite';
import { json } from '../gateway/respond.js';
import type { Log } from '../log.js';
import { connectRest } from './connection.js';
import { quietConsole } from './quiet-console.js';
import { requestScope, type RequestScope } from './request-scope.js';
import { DATABASE_AWAY } from './sql-errors.js';
import { listenForReload } from './schema-listener.js';
import { asSingleObject } from './single-object.js';

export interface RestOptions {
  dbUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  schemas: string[];
  maxRows: number;
  log: Log;
}

/** Answers `/rest/v1` requests as PostgREST does. Requests must be authorised already. */
export interface RestApi {
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Longest time one request may take; far above the statement time-out, so that only a lost answer meets it. */
const REQUEST_TIMEOUT_MS = 30_000;

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
  return { ...rest, app };
}

async function answer(app: App, request: Request): Promise<Response> {
  const response = await app.fetch(request);
  const scope: RequestScope = requestScope.getStore() ?? {};
  if (response.status < 400 || !scope.databaseError) return asSingleObject(request, response);
  const { status, ...body } = scope.databaseError;
  return json(status, body);
}

/** The answer, or 503 when there is none in time. */
async function answerInTime(app: App, request: Request): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    const { status, ...body } = DATABASE_AWAY;
    timer = setTimeout(() => resolve(json(status, body)), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer(app, request), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the REST API over the database (only the REST part of @supabase/lite is used). */
export async function openRest(options: RestOptions): Promise<RestApi> {
  const restoreConsole = quietConsole(options.log);
  let current = open(options);
  await current.app.init();
  const stopListening = listenForReload(options.dbUrl, () => current.reload(), options.log);
  return {
    handle(request) {
      if (current.isLost()) {
        const old = current;
        current = open(options);
        void old.close();
      }
      const { app } = current;
      return requestScope.run({ headers: Object.fromEntries(request.headers) }, () =>
        answerInTime(app, request),
      );
    },
    async close() {
      await stopListening();
      restoreConsole();
      await current.close();
    },
  };
}
