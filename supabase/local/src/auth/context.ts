import type { Caller } from '../gateway/keys.js';
import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import type { MailKind, MailTemplate } from '../mail/templates.js';
import type { AuthDb } from './database.js';
import type { Body } from './input.js';
import type { RateLimit } from './rate-limit.js';
import type { Issuer } from './sessions.js';
import type { AuthSettings } from './settings.js';

/** What every Auth route shares. */
export interface AuthServices {
  db: AuthDb;
  settings: AuthSettings;
  issuer: Issuer;
  apiUrl: string;
  siteUrl: string;
  /** Where a link may lead: the wanted URL when it is allowed, else the site URL. */
  redirect(wanted: string | null): string;
  mailer: Mailer;
  templates: Record<MailKind, MailTemplate>;
  signInLimit: RateLimit;
  requestLimit: RateLimit;
  log: Log;
}

/** One request to Auth. */
export interface AuthRequest {
  body: Body;
  query: URLSearchParams;
  /** What the address names behind `/admin/users/`, else empty. */
  id: string;
  caller: Caller;
  client: { userAgent: string | null; ip: string };
}

/** A route answers a body (200) or a whole response. */
export type AuthRoute = (services: AuthServices, request: AuthRequest) => Promise<unknown>;
