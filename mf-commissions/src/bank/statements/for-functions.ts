/**
 * The reader of statements as Edge Functions have it: `supabase/made` bundles this file into
 * supabase/functions/_shared/made/statement-reader.js.
 */
export { FileProblem } from '@paperplane/shared/import/files';
export { rowsOfPdf } from './file/pdf-pages';
export { rowsOfBytes } from './file/rows-of-bytes';
export { workbookRows } from './file/workbook-rows';
export { textOfRows } from './reader/cells';
export { leftOutOf } from './reader/left-out';
export { readRows } from './reader/read-rows';
