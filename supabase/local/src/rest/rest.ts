import { App } from '@supabase/lite';
import { json } from '../gateway/respond.js';
import type { Log } from '../log.js';
import { connectRest } from './connection.js';
import { quietConsole } from './quiet-console.js';
import { requestScope, type RequestScope } from './request-scope.js';
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

/** Opens the REST API over the database (only the REST part of @supabase/lite is used). */
export async function openRest(options: RestOptions): Promise<RestApi> {
  const connection = connectRest(options.dbUrl);
  const restoreConsole = quietConsole(options.log);
  const app = new App({
    connection,
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
  await app.init();
  const stopListening = listenForReload(
    options.dbUrl,
    async () => {
      await connection.clearSchemaCache();
    },
    options.log,
  );
  return {
    handle: (request) =>
      requestScope.run({}, async () => {
        const response = await app.fetch(request);
        const scope: RequestScope = requestScope.getStore() ?? {};
        if (response.status >= 400 && scope.databaseError) {
          const { status, ...body } = scope.databaseError;
          return json(status, body);
        }
        return asSingleObject(request, response);
      }),
    async close() {
      await stopListening();
      restoreConsole();
      await connection.close();
    },
  };
}
