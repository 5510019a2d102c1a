/** A running product, as the tests need to know it. */
export interface Stack {
  url: string;
  apiUrl: string;
  /** Where replicas are asked in a product that has some, and their databases. */
  readsUrl: string | null;
  replicaUrls: string[];
  mailUrl: string;
  /** The page of the demo's bank. */
  bridgeUrl: string;
  /** Where mail is handed in. */
  smtpUrl: string;
  publishableKey: string;
  /** The database, and what signs its sessions. */
  dbUrl: string;
  jwtSecret: string;
  /** The folder the web server serves. */
  site: string;
  /**
   * Further addresses, one for each worker: for sites that a test breaks, bridges that functions may ask (`e2e/bridge`), and programs that
   * events may be told to.
   */
  spareUrls: string[];
}

const VARIABLE = 'PAPERPLANE_E2E_STACK';

/** The product that global set-up has started; undefined before that. */
export function environment(): Stack | undefined {
  const text = process.env[VARIABLE];
  return text ? (JSON.parse(text) as Stack) : undefined;
}

/** Hands the running product to the workers. */
export function setEnvironment(stack: Stack): void {
  process.env[VARIABLE] = JSON.stringify(stack);
}

/** The running product. @throws Error outside a test run */
export function stack(): Stack {
  const running = environment();
  if (!running) throw new Error('the product has not been started: run the tests with npm test');
  return running;
}
