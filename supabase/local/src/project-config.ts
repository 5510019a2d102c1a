import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { AuthSettings } from './auth/settings.js';
import { bucketsIn, type BucketConfig } from './config/buckets.js';
import { projectEnvironment, withEnvironment } from './config/environment.js';
import { functionsIn, namedTexts, type FunctionsConfig } from './config/functions.js';
import { ignoredKeys } from './config/ignored-keys.js';
import { messageOf } from './log.js';
import type { MailKind, TemplateConfig } from './mail/templates.js';

/** What this backend takes from `supabase/config.toml`. */
export interface ProjectConfig {
  siteUrl?: string;
  redirectUrls: string[];
  schemas: string[];
  /** Schemas in which the API looks up unqualified names, after a request's own. */
  searchPath: string[];
  maxRows: number;
  /** The declarative schema files in the order they are applied, relative to the folder of `config.toml`. */
  schemaPaths: string[];
  /** Whether the API's roles may use what migrations create in `public` without being granted it. */
  exposeNewTables: boolean;
  /** The files that fill a new database, as patterns relative to the folder of `config.toml`; none when switched off. */
  seedPaths: string[];
  buckets: BucketConfig[];
  /** Secrets for the vault, by name. */
  vault: Record<string, string>;
  functions: FunctionsConfig;
  auth: Partial<AuthSettings>;
  templates: Record<MailKind, TemplateConfig>;
  /** Keys that ask for something which is not done here. */
  ignored: string[];
}

type Table = Record<string, unknown>;

/** `1s`, `1m30s`, `2h` in seconds; undefined for anything else. */
function durationSeconds(text: unknown): number | undefined {
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

/** The sets of characters of which `password_requirements` wants one each, as the Supabase CLI hands them to Auth. */
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const REQUIRED: Record<string, string[]> = {
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'],
};

function requiredCharacters(name: unknown): string[] | undefined {
  if (name === undefined || name === '') return undefined;
  const sets = typeof name === 'string' && Object.hasOwn(REQUIRED, name) ? REQUIRED[name] : undefined;
  if (sets) return sets;
  throw new Error(`auth.password_requirements: one of ${Object.keys(REQUIRED).join(', ')} is expected`);
}

/** Digits of a code; hosted takes 6 to 10, and 6 for everything else. */
const otpLength = (digits: number | undefined) =>
  digits === undefined ? undefined : digits >= 6 && digits <= 10 ? digits : 6;

function withoutMissing<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * Reads `supabase/config.toml` of a project; a missing file gives the defaults. `env(NAME)` stands for a variable of `env`
 * or of the project's `.env` files. Throws with the file's name.
 */
export function readProjectConfig(workdir: string, env: NodeJS.ProcessEnv = process.env): ProjectConfig {
  const file = path.join(workdir, 'supabase', 'config.toml');
  let table: Table = {};
  if (fs.existsSync(file)) {
    try {
      const parsed = parse(fs.readFileSync(file, 'utf8'));
      table = withEnvironment(parsed, projectEnvironment(workdir, env)) as Table;
    } catch (error) {
      throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }
  const auth = at(table, 'auth');
  const signup = at(auth, 'enable_signup');
  const confirmations = at(auth, 'email', 'enable_confirmations');
  const doubleConfirm = at(auth, 'email', 'double_confirm_changes');
  const requireCurrent = at(auth, 'email', 'require_current_password');
  const totpEnroll = at(auth, 'mfa', 'totp', 'enroll_enabled');
  const totpVerify = at(auth, 'mfa', 'totp', 'verify_enabled');
  const template = (kind: MailKind): TemplateConfig => ({
    subject: asText(at(auth, 'email', 'template', kind, 'subject')),
    contentPath: asText(at(auth, 'email', 'template', kind, 'content_path')),
  });
  const searchPath = at(table, 'api', 'extra_search_path');
  const seed = at(table, 'db', 'seed', 'enabled');
  const seedPaths = at(table, 'db', 'seed', 'sql_paths');
  const schemas = asTexts(at(table, 'api', 'schemas')).filter((name) => name !== 'graphql_public');
  return {
    siteUrl: asText(at(auth, 'site_url')),
    redirectUrls: asTexts(at(auth, 'additional_redirect_urls')),
    schemas: schemas.length ? schemas : ['public'],
    searchPath: Array.isArray(searchPath) ? asTexts(searchPath) : ['public', 'extensions'],
    maxRows: asNumber(at(table, 'api', 'max_rows')) ?? 1000,
    schemaPaths: asTexts(at(table, 'db', 'migrations', 'schema_paths')),
    exposeNewTables: at(table, 'api', 'auto_expose_new_tables') === true,
    seedPaths: seed === false ? [] : Array.isArray(seedPaths) ? asTexts(seedPaths) : ['./seed.sql'],
    buckets: bucketsIn(at(table, 'storage', 'buckets')),
    vault: namedTexts(at(table, 'db', 'vault')),
    functions: functionsIn(at(table, 'edge_runtime'), at(table, 'functions')),
    auth: withoutMissing<Partial<AuthSettings>>({
      signInLimit: asNumber(at(auth, 'rate_limit', 'sign_in_sign_ups')),
      maxFrequencySeconds: durationSeconds(at(auth, 'email', 'max_frequency')),
      minPasswordLength: asNumber(at(auth, 'minimum_password_length')),
      requiredCharacters: requiredCharacters(at(auth, 'password_requirements')),
      jwtExpirySeconds: asNumber(at(auth, 'jwt_expiry')),
      otpExpirySeconds: asNumber(at(auth, 'email', 'otp_expiry')),
      otpLength: otpLength(asNumber(at(auth, 'email', 'otp_length'))),
      reuseIntervalSeconds: asNumber(at(auth, 'refresh_token_reuse_interval')),
      disableSignup: typeof signup === 'boolean' ? !signup : undefined,
      doubleConfirmChanges: typeof doubleConfirm === 'boolean' ? doubleConfirm : undefined,
      autoconfirm: typeof confirmations === 'boolean' ? !confirmations : undefined,
      requireCurrentPassword: typeof requireCurrent === 'boolean' ? requireCurrent : undefined,
      totpEnrollEnabled: typeof totpEnroll === 'boolean' ? totpEnroll : undefined,
      totpVerifyEnabled: typeof totpVerify === 'boolean' ? totpVerify : undefined,
      maxFactors: asNumber(at(auth, 'mfa', 'max_enrolled_factors')),
    }),
    templates: {
      confirmation: template('confirmation'),
      recovery: template('recovery'),
      magic_link: template('magic_link'),
      invite: template('invite'),
      email_change: template('email_change'),
    },
    ignored: ignoredKeys(table),
  };
}
