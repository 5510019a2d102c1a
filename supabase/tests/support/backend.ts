import type { BackendFacts } from './backend-process';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this test in the Jest project "database"`);
  return value;
}

/** The backend which the whole database project shares: all migrations applied, no demo data. */
export const backend: BackendFacts = {
  apiUrl: needed('PAPERPLANE_TEST_API_URL'),
  mailUrl: needed('PAPERPLANE_TEST_MAIL_URL'),
  dbUrl: needed('PAPERPLANE_TEST_DB_URL'),
  publishableKey: needed('PAPERPLANE_TEST_PUBLISHABLE_KEY'),
  secretKey: needed('PAPERPLANE_TEST_SECRET_KEY'),
  jwtSecret: needed('PAPERPLANE_TEST_JWT_SECRET'),
};
