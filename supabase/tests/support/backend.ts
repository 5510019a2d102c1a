import type { BackendFacts } from './backend-process';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this test in the Jest project "database"`);
  return value;
}

/** The backend which the whole database project shares: all migrations applied, no demo data. Read when it is used: a test may start its own. */
export const backend: BackendFacts = {
  get apiUrl() {
    return needed('PAPERPLANE_TEST_API_URL');
  },
  get mailUrl() {
    return needed('PAPERPLANE_TEST_MAIL_URL');
  },
  get dbUrl() {
    return needed('PAPERPLANE_TEST_DB_URL');
  },
  get publishableKey() {
    return needed('PAPERPLANE_TEST_PUBLISHABLE_KEY');
  },
  get secretKey() {
    return needed('PAPERPLANE_TEST_SECRET_KEY');
  },
  get jwtSecret() {
    return needed('PAPERPLANE_TEST_JWT_SECRET');
  },
};
