import type { JournalFormat } from '../accounting-types';
import { datevFile } from './datev';
import type { JournalData } from './journal-entries';
import { plainFile } from './plain';
import { quickBooksFile } from './quickbooks';
import { xeroFiles } from './xero';

export interface JournalFile {
  name: string;
  type: string;
  content: string | Blob;
}

const CSV = 'text/csv;charset=utf-8';

/** Several files as one; its bytes are the same wherever and whenever it is made. */
async function archive(files: readonly { name: string; input: string }[], exportedAt: string): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  // An archive tells days by the clock on the wall.
  const at = new Date(exportedAt);
  const lastModified = new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
  return downloadZip(files.map((file) => ({ ...file, lastModified }))).blob();
}

const WRITERS: Readonly<
  Record<JournalFormat, (data: JournalData, month: string) => JournalFile | Promise<JournalFile>>
> = {
  quickbooks: (data, month) => ({
    name: `journal-${month}-quickbooks.csv`,
    type: CSV,
    content: quickBooksFile(data),
  }),
  xero: async (data, month) => {
    const [first = '', ...more] = xeroFiles(data);
    if (more.length === 0) return { name: `journal-${month}-xero.csv`, type: CSV, content: first };
    const files = [first, ...more].map((input, n) => ({ name: `journal-${month}-xero-${n + 1}.csv`, input }));
    return {
      name: `journal-${month}-xero.zip`,
      type: 'application/zip',
      content: await archive(files, data.exportedAt),
    };
  },
  datev: (data, month) => ({
    name: `EXTF_Buchungsstapel_${month}.csv`,
    type: 'text/csv',
    content: new Blob([datevFile(data)]),
  }),
  csv: (data, month) => ({ name: `journal-${month}.csv`, type: CSV, content: plainFile(data) }),
};

/** The file of an exported month, byte for byte the same each time. */
export const journalFile = async (data: JournalData): Promise<JournalFile> =>
  WRITERS[data.format](data, data.month.slice(0, 7));
