import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import type { MailKind, MailTemplate } from '../mail/templates.js';
import type { AuthServices } from './context.js';
import { openAuthDb } from './database.js';
import { RateLimit } from './rate-limit.js';
import { redirectPolicy } from './redirects.js';
import type { AuthSettings } from './settings.js';

export interface AuthOptions {
  dbUrl: string;
  apiUrl: string;
  siteUrl: string;
  redirectUrls: string[];
  jwtSecret: string;
  settings: AuthSettings;
  mailer: Mailer;
  templates: Record<MailKind, MailTemplate>;
  log: Log;
}

/** Opens Auth on the database. */
export function openAuth(options: AuthOptions): AuthServices {
  const { settings, jwtSecret, log, apiUrl, siteUrl, mailer, templates } = options;
  const db = openAuthDb(options.dbUrl, log);
  return {
    db,
    settings,
    log,
    apiUrl,
    siteUrl,
    mailer,
    templates,
    redirect: redirectPolicy(siteUrl, options.redirectUrls),
    issuer: { db, settings, jwtSecret, issuer: `${apiUrl}/auth/v1` },
    signInLimit: new RateLimit(settings.signInLimit),
    requestLimit: new RateLimit(settings.requestLimit),
    factorLimit: new RateLimit(settings.factorLimit, 60),
    wrongCodeLimit: new RateLimit(settings.wrongCodeLimit, 15 * 60),
  };
}
