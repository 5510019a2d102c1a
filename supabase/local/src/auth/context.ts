import type { Caller } from '../gateway/keys.js';
import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import type { MailKind, MailTemplate } from '../mail/templates.js';
import type { AuthDb } from './database.js';
import type { Body } from './input.js';
import type { RateLimit } from './rate-limit.js';
import type { Client, Issuer } from './sessions.js';
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
  /** Challenges and codes of second factors, right and wrong ones. */
  factorLimit: RateLimit;
  wrongCodeLimit: RateLimit;
  log: Log;
}

/** One request to Auth. */
export interface AuthRequest {
  body: Body;
  query: URLSearchParams;
  /** What the address names: whose user, which factor, which identity; else empty. */
  id: string;
  /** Which factor of the user an address names that names both; else empty. */
  factorId: string;
  caller: Caller;
  client: Client;
}

/** A route answers a body (200) or a whole response. */
export type AuthRoute = (services: AuthServices, request: AuthRequest) => Promise<unknown>;
