import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { AuthSettings } from './auth/settings.js';
import { messageOf } from './log.js';
import type { MailKind, TemplateConfig } from './mail/templates.js';

/** What this backend takes from `supabase/config.toml`; everything else there is left alone. */
export interface ProjectConfig {
  siteUrl?: string;
  redirectUrls: string[];
  schemas: string[];
  maxRows: number;
  /** The declarative schema files in the order they are applied, relative to the folder of `config.toml`. */
  schemaPaths: string[];
  /** Whether `supabase/seed.sql` fills a new database. */
  seedFile: boolean;
  auth: Partial<AuthSettings>;
  templates: Record<MailKind, TemplateConfig>;
}

type Table = Record<string, unknown>;

/** `1s`, `1m30s`, `2h` in seconds; undefined for anything else. */
export function durationSeconds(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(\d+[hms])+$/.test(text)) return undefined;
  const unit: Record<string, number> = { h: 3600, m: 60, s: 1 };
  return [...text.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, count, name]) => sum + Number(count) * (unit[name ?? 's'] ?? 1),
    0,
  );
}

function at(table: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (value && typeof value === 'object' ? (value as Table)[name] : undefined),
    table,
  );
}

const asText = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
const asNumber = (value: unknown) =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
const asTexts = (value: unknown) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function withoutMissing<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Reads `supabase/config.toml` of a project; a missing file gives the defaults. Throws with the file's name. */
export function readProjectConfig(workdir: string): ProjectConfig {
  const file = path.join(workdir, 'supabase', 'config.toml');
  let table: Table = {};
  if (fs.existsSync(file)) {
    try {
      table = parse(fs.readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }
  const auth = at(table, 'auth');
  const signup = at(auth, 'enable_signup');
  const template = (kind: MailKind): TemplateConfig => ({
    subject: asText(at(auth, 'email', 'template', kind, 'subject')),
    contentPath: asText(at(auth, 'email', 'template', kind, 'content_path')),
  });
  const schemas = asTexts(at(table, 'api', 'schemas')).filter((name) => name !== 'graphql_public');
  return {
    siteUrl: asText(at(auth, 'site_url')),
    redirectUrls: asTexts(at(auth, 'additional_redirect_urls')),
    schemas: schemas.length ? schemas : ['public'],
    maxRows: asNumber(at(table, 'api', 'max_rows')) ?? 1000,
    schemaPaths: asTexts(at(table, 'db', 'migrations', 'schema_paths')),
    seedFile: at(table, 'db', 'seed', 'enabled') !== false,
    auth: withoutMissing<Partial<AuthSettings>>({
      signInLimit: asNumber(at(auth, 'rate_limit', 'sign_in_sign_ups')),
      maxFrequencySeconds: durationSeconds(at(auth, 'email', 'max_frequency')),
      minPasswordLength: asNumber(at(auth, 'minimum_password_length')),
      jwtExpirySeconds: asNumber(at(auth, 'jwt_expiry')),
      otpExpirySeconds: asNumber(at(auth, 'email', 'otp_expiry')),
      reuseIntervalSeconds: asNumber(at(auth, 'refresh_token_reuse_interval')),
      disableSignup: typeof signup === 'boolean' ? !signup : undefined,
    }),
    templates: {
      confirmation: template('confirmation'),
      recovery: template('recovery'),
      magic_link: template('magic_link'),
      invite: template('invite'),
    },
  };
}
