import type { BackendFacts } from './backend-process';

function ofThisWorker(): BackendFacts {
  const all = process.env['PAPERPLANE_TEST_BACKENDS'];
  if (!all) throw new Error('There is no backend: run this test in the Jest project "database"');
  const backends = JSON.parse(all) as BackendFacts[];
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) - 1;
  const found = backends[worker % backends.length];
  if (!found) throw new Error('No backend was started');
  return found;
}

/** The backend of this worker's tests: all migrations applied, no demo data. Read when it is used: a test may start its own. */
export const backend: BackendFacts = {
  get apiUrl() {
    return ofThisWorker().apiUrl;
  },
  get readsUrl() {
    return ofThisWorker().readsUrl;
  },
  get replicaUrls() {
    return ofThisWorker().replicaUrls;
  },
  get mailUrl() {
    return ofThisWorker().mailUrl;
  },
  get dbUrl() {
    return ofThisWorker().dbUrl;
  },
  get publishableKey() {
    return ofThisWorker().publishableKey;
  },
  get secretKey() {
    return ofThisWorker().secretKey;
  },
  get jwtSecret() {
    return ofThisWorker().jwtSecret;
  },
};
