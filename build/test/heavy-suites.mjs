/**
 * The heavy suites: storms, whole scans and starts of other backends, which take half of the minutes of the database tests, and what
 * builds a remote beside the browsers. They change with few commits. `heavy.mjs` says when each is due.
 *
 * @typedef {object} Suite
 * @property {'browser'} [step] the step whose tests these are; nothing: `database`
 * @property {string} always its slice: the test that runs each time
 * @property {string[]} others its other tests
 * @property {string[]} reads folders and files, beside what the tests import
 */

/** The backend, what drives the tests, and every version. */
const BACKEND = [
  'supabase/local/src',
  'supabase/package.json',
  'package-lock.json',
  'jest.config.mjs',
  'build/jest',
];

/** All that a database of the product, and its functions, come from. */
const PRODUCT = [
  ...BACKEND,
  'supabase/config.toml',
  'supabase/functions',
  'supabase/migrations',
  'supabase/schemas',
  'supabase/seed',
  'supabase/templates',
];

/** @param {string} folder @param {string[]} names @returns {string[]} test files */
const tests = (folder, ...names) => names.map((name) => `supabase/${folder}/${name}.test.ts`);

/** What makes, builds and serves a remote, and what loads it. What its pages do has journeys that always run. */
const REMOTE = [
  ...['CONTRIBUTING.md', 'package.json', 'package-lock.json', 'lerna.json', 'nx.json', 'tsconfig.base.json'],
  ...['build/bundle.ts', 'build/compress.ts', 'build/deploy', 'build/dev', 'build/dev.mjs', 'build/lib'],
  ...['build/new-remote.mjs', 'build/registry', 'build/serve', 'build/webpack', 'mf-*/package.json'],
  ...['mf-*/src/manifest.ts', 'mf-*/src/remote.ts', 'mf-*/webpack.config.*', 'shared/src/platform/remotes'],
  ...['shell/src/remotes', 'shell/src/router', 'e2e/playwright.config.ts', 'e2e/support/global-setup.ts'],
];

/** @type {Record<string, Suite>} */
export const SUITES = {
  backend: {
    always: 'supabase/local/tests/rest.test.ts',
    others: tests(
      'local/tests',
      ...[
        'auth-admin',
        'auth-codes',
        'auth-config',
        'backup',
        'crash',
        'cron',
        'data-folder',
        'functions',
        'kills',
      ],
      ...[
        'mail-catcher',
        'malformed',
        'net-and-vault',
        'presence-and-broadcasts',
        'project-form',
        'public-project',
      ],
      ...['realtime', 'settings', 'storage-addresses', 'storage-contents', 'storage-resumable'],
    ),
    reads: [...BACKEND, 'supabase/local/tests'],
  },
  auth: {
    always: 'supabase/local/tests/auth.test.ts',
    others: tests(
      'local/tests',
      ...['auth-email-change', 'auth-mfa-attacks', 'auth-mfa', 'auth-pkce', 'auth-sessions', 'mailed-links'],
    ),
    reads: PRODUCT,
  },
  backups: {
    always: 'supabase/tests/takeout/archive.test.ts',
    others: tests('tests', 'platform/backup', 'takeout/restore-agency'),
    reads: [
      ...[...PRODUCT, 'supabase/takeout', 'build/lib'],
      ...['build/backup.mjs', 'build/restore.mjs', 'build/restore-agency.mjs'],
    ],
  },
  replicas: {
    always: 'supabase/tests/platform/replica-own-writes.test.ts',
    others: ['supabase/local/tests/replica.test.ts', ...tests('tests', 'platform/replica-reads')],
    reads: [...PRODUCT, 'supabase/local/tests/project'],
  },
  upgrades: {
    always: 'supabase/tests/tenancy/settings-upgrade.test.ts',
    others: tests(
      'tests',
      ...[
        'commissions/vendors-owe-upgrade',
        'platform/schema-files',
        'platform/upgrade',
        'search/audit-log-upgrade',
      ],
    ),
    reads: [...PRODUCT, 'supabase/release', 'supabase/schema'],
  },
  functions: {
    always: 'supabase/tests/mail/mail-functions.test.ts',
    others: tests(
      'tests',
      ...['functions/webhook-send', 'integrations/api-contract', 'integrations/sample-program'],
      ...['mail/mailbox-function', 'records/documents-check'],
    ),
    reads: [...PRODUCT, 'e2e/sample-program'],
  },
  hosted: {
    always: 'supabase/tests/functions/shared.test.ts',
    others: tests('tests', 'functions/hosted-deno', 'platform/hosted-push'),
    reads: PRODUCT,
  },
  leaks: {
    always: 'supabase/tests/platform/privacy-errors.test.ts',
    others: tests(
      'tests',
      ...['agreements/eyes-of-others', 'platform/privacy-columns', 'platform/privacy-functions'],
      'platform/privacy-leak-scan',
    ),
    reads: PRODUCT,
  },
  malformed: {
    always: 'supabase/tests/platform/large-bodies.test.ts',
    others: tests(
      'tests',
      ...[
        'integrations/api-fuzz',
        'platform/bad-input',
        'platform/long-texts',
        'platform/malformed-requests',
      ],
      'platform/time-outs',
    ),
    reads: PRODUCT,
  },
  concurrency: {
    always: 'supabase/tests/bank/bank-allocations-concurrency.test.ts',
    others: tests(
      'tests',
      ...['erasure/agency-deletion-midway', 'payouts/payout-concurrency', 'platform/concurrency'],
      ...['platform/concurrency-mutations', 'platform/locks', 'totals/totals-concurrency'],
      ...['totals/totals-stale-days', 'totals/totals-stale-days-mutations'],
    ),
    reads: PRODUCT,
  },
  histories: {
    always: 'supabase/tests/agreements/every-cent.test.ts',
    others: tests(
      'tests',
      ...['agreements/figures-and-lists', 'agreements/overrides', 'agreements/tier-corrections'],
      ...[
        'bank/bank-random-lines',
        'books/closed-figures',
        'books/journal-histories',
        'books/journal-oracle',
      ],
      ...[
        'functions/webhook-oracle',
        'imports/import-size',
        'integrations/api-agrees',
        'reports/demo-figures',
      ],
      ...['reports/independent-books', 'reports/money-histories', 'reports/rows-and-totals'],
      'reports/world-histories',
    ),
    reads: [...PRODUCT, 'e2e/sample-program'],
  },
  teams: {
    step: 'browser',
    always: 'e2e/failures/federation.spec.ts',
    others: ['e2e/teams/fifth-remote.spec.ts', 'e2e/teams/one-remote.spec.ts'],
    reads: REMOTE,
  },
};
