import { saveFile, type StepUpAct, type useAppDispatch } from '@paperplane/shared/platform';
import { accountingApi } from './accounting-api';
import type { JournalLine } from './accounting-types';
import { journalFile } from './formats/journal-file';

/**
 * Downloads an exported month as its file.
 * @returns its name; null where there is no such export
 * @throws AppError
 */
export async function saveJournal(
  dispatch: ReturnType<typeof useAppDispatch>,
  exportId: string,
  act: StepUpAct,
): Promise<string | null> {
  const { openJournalExport, readJournalExport } = accountingApi.endpoints;
  const opened = await dispatch(openJournalExport.initiate({ exportId, act }, { track: false })).unwrap();
  if (opened === null) return null;
  const rows: JournalLine[] = [];
  while (rows.length < opened.lines) {
    const part = await dispatch(
      readJournalExport.initiate({ exportId, afterLine: rows.at(-1)?.line ?? 0 }, { track: false }),
    ).unwrap();
    if (part.length === 0) throw new Error('Some lines did not arrive. Try again.');
    rows.push(...part);
  }
  const { name, type, content } = await journalFile({ ...opened, rows });
  saveFile(name, type, content);
  return name;
}
