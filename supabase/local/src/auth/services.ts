import type { Log } from '../log.js';
import type { AuthServices } from './context.js';
import { openAuthDb } from './database.js';
import { RateLimit } from './rate-limit.js';
import type { AuthSettings } from './settings.js';

export interface AuthOptions {
  dbUrl: string;
  apiUrl: string;
  jwtSecret: string;
  settings: AuthSettings;
  log: Log;
}

/** Opens Auth on the database. */
export function openAuth(options: AuthOptions): AuthServices {
  const db = openAuthDb(options.dbUrl, options.log);
  const { settings, jwtSecret, log } = options;
  return {
    db,
    settings,
    log,
    issuer: { db, settings, jwtSecret, issuer: `${options.apiUrl}/auth/v1` },
    signInLimit: new RateLimit(settings.signInLimit),
    requestLimit: new RateLimit(settings.requestLimit),
  };
}
