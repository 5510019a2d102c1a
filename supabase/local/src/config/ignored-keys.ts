type Table = Record<string, unknown>;

/** What is taken from `config.toml`; `*` stands for any name. */
const HONOURED = [
  'project_id',
  'api.schemas',
  'api.extra_search_path',
  'api.max_rows',
  'api.auto_expose_new_tables',
  'db.migrations.schema_paths',
  'db.seed.enabled',
  'db.vault.*',
  'db.seed.sql_paths',
  'storage.buckets.*.public',
  'storage.buckets.*.file_size_limit',
  'storage.buckets.*.allowed_mime_types',
  'edge_runtime.enabled',
  'edge_runtime.secrets.*',
  ...['enabled', 'verify_jwt', 'entrypoint', 'import_map', 'static_files'].map((key) => `functions.*.${key}`),
  'auth.site_url',
  'auth.additional_redirect_urls',
  'auth.jwt_expiry',
  'auth.refresh_token_reuse_interval',
  'auth.enable_signup',
  'auth.minimum_password_length',
  'auth.password_requirements',
  'auth.rate_limit.sign_in_sign_ups',
  'auth.email.enable_confirmations',
  'auth.email.double_confirm_changes',
  'auth.email.require_current_password',
  'auth.email.max_frequency',
  'auth.email.otp_length',
  'auth.email.otp_expiry',
  'auth.mfa.totp.enroll_enabled',
  'auth.mfa.totp.verify_enabled',
  'auth.mfa.max_enrolled_factors',
  ...['confirmation', 'recovery', 'magic_link', 'invite', 'email_change'].map(
    (kind) => `auth.email.template.${kind}.*`,
  ),
];

/** Parts of the CLI's own machinery, and limits of what is not here: no project behaves otherwise for them. */
const OF_NO_CONSEQUENCE = [
  ...['api.port', 'api.external_url', 'db.port', 'db.shadow_port', 'db.health_timeout', 'db.pooler.*'],
  ...['realtime.ip_version', 'realtime.max_header_length', 'storage.s3_protocol.enabled'],
  ...['storage.analytics.*', 'storage.vector.*', 'auth.jwt_issuer'],
  ...[
    'auth.rate_limit.*',
    'auth.sms.template',
    'auth.sms.max_frequency',
    'auth.sms.enable_signup',
    'auth.sms.enable_confirmations',
  ],
  ...['auth.mfa.phone.otp_length', 'auth.mfa.phone.template', 'auth.mfa.phone.max_frequency'],
  ...[
    'auth.oauth_server.*',
    'studio.*',
    'inbucket.*',
    'analytics.*',
    ...['policy', 'inspector_port', 'deno_version'].map((key) => `edge_runtime.${key}`),
    'experimental.*',
    'remotes.*',
  ],
];

/** Values that say what happens here anyway. */
const SAID_ANYWAY: Record<string, unknown> = {
  'api.enabled': true,
  'db.major_version': 17,
  'db.migrations.enabled': true,
  'realtime.enabled': true,
  'storage.enabled': true,
  'storage.file_size_limit': '50MiB',
  'auth.enabled': true,
  'auth.enable_refresh_token_rotation': true,
  'auth.enable_anonymous_sign_ins': false,
  'auth.enable_manual_linking': false,
  'auth.email.enabled': true,
  'auth.email.enable_signup': true,
  'auth.email.secure_password_change': false,
  'auth.mfa.phone.enroll_enabled': false,
  'auth.mfa.phone.verify_enabled': false,
  'auth.mfa.web_authn.enroll_enabled': false,
  'auth.mfa.web_authn.verify_enabled': false,
};

const KNOWN = [...HONOURED, ...OF_NO_CONSEQUENCE, ...Object.keys(SAID_ANYWAY)].map((key) => key.split('.'));

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Whether the path lies on the pattern; a pattern's last `*` stands for everything below. */
const fits = (names: string[], path: string[]) =>
  path.every((name, n) => {
    const expected = names[Math.min(n, names.length - 1)];
    return expected === '*' || (n < names.length && expected === name);
  });

const isKnown = (path: string[]) => KNOWN.some((names) => names.length <= path.length && fits(names, path));
/** Whether something known lies below. */
const isAbove = (path: string[]) => KNOWN.some((names) => names.length > path.length && fits(names, path));

/**
 * The keys of a parsed `config.toml` that ask for something which is not done here. A table that is switched off asks for
 * nothing; of one that is not known at all only the name is told.
 */
export function ignoredKeys(table: Table, path: string[] = []): string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const here = [...path, name];
    const key = here.join('.');
    if (key in SAID_ANYWAY) {
      return JSON.stringify(value) === JSON.stringify(SAID_ANYWAY[key]) ? [] : [key];
    }
    if (isKnown(here)) return [];
    if (!isTable(value)) return [key];
    if (value.enabled === false && !isKnown([...here, 'enabled'])) return [];
    const isGroup = Object.values(value).every(isTable);
    return isAbove(here) || isGroup ? ignoredKeys(value, here) : [key];
  });
}
