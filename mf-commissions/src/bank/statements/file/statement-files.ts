/** What the file chooser of a statement offers. */
export const STATEMENT_FILES = '.csv,.tsv,.txt,.xlsx,.pdf,text/csv,text/plain,application/pdf';
