/**
 * Customers, vendors and sales from a CSV file: the one page of all imports, and the link to it. Bundled into every remote that uses it,
 * like records. Rows are read in a worker (engine, rules) and judged by the database alone (import-api).
 * A page that imports something else (a bank's file) takes the parts, and from `@paperplane/shared/import/files` what reads.
 */
export { ImportLink } from './import-link';
export { ImportPage } from './import-page';
export type { Preset } from './presets/preset';
export { PRESETS } from './presets/presets';
export { CardCell, CheckTable } from './parts/check-table';
export { useShownRows, type CheckedRow, type VerdictName } from './parts/checked-rows';
export { VerdictStrip } from './parts/verdict-strip';
export { FileDrop } from './parts/file-drop';
export { FileProgress } from './parts/file-progress';
export { Steps } from './parts/steps';
