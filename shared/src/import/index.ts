/**
 * Customers, vendors and sales from a CSV file: the one page of all imports, and the link to it. Bundled into every remote that uses it,
 * like records. Rows are read in a worker (engine, rules) and judged by the database alone (import-api).
 */
export { ImportLink } from './import-link';
export { ImportPage } from './import-page';
