import { avatarSrc, downloadFile, logoSrc, saveFile, type useAppDispatch } from '@paperplane/shared/platform';
import { downloadZip } from 'client-zip';
import { readStatementFile } from '../payouts';
import { archiveEntries, archiveSize, type Progress, type Sources } from './archive';
import type { OpenedExport } from './contract';
import { takeoutApi } from './takeout-api';

type Dispatch = ReturnType<typeof useAppDispatch>;

/** What Chromium has; elsewhere the browser keeps the archive until it is whole. */
interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>;
}

/** Where an archive goes: into a file while it comes, or into one at the end. */
export type Target = WritableStream<Uint8Array> | null;

/**
 * Asks where the archive is to be saved, where the browser can; within a click.
 * @throws AbortError when the person thinks better of it
 */
export async function chooseTarget(suggestedName: string): Promise<Target> {
  const { showSaveFilePicker } = window as SavePicker;
  if (!showSaveFilePicker) return null;
  const file = await showSaveFilePicker.call(window, {
    suggestedName,
    types: [{ description: 'Archive', accept: { 'application/zip': ['.zip'] } }],
  });
  return file.createWritable();
}

async function pictureOf(src: string | null): Promise<Blob | null> {
  if (src === null) return null;
  const response = await fetch(src, { cache: 'no-store' });
  if (response.ok) return response.blob();
  if (response.status === 404 || response.status === 400) return null;
  throw new Error(`The picture could not be read (${response.status}).`);
}

async function documentOf(name: string): Promise<Blob | null> {
  const told = await downloadFile('documents', name);
  if ('file' in told) return told.file;
  if (told.error.code === 'not_found' || /not found/i.test(told.error.message)) return null;
  throw Object.assign(new Error(told.error.message), told.error);
}

const sourcesOf = (dispatch: Dispatch, exportId: string): Sources => ({
  part: (number) =>
    dispatch(takeoutApi.endpoints.readAgencyExport.initiate({ exportId, number }, { track: false })).unwrap(),
  file: ({ bucket, name }) =>
    bucket === 'documents'
      ? documentOf(name)
      : pictureOf(bucket === 'avatars' ? avatarSrc(name) : logoSrc(name)),
  statement: (id) => readStatementFile(dispatch, id),
});

/**
 * Downloads an export into one archive: into its file as it comes, else as a download when it is whole.
 * @param signal ends it, with no archive
 * @throws AppError, AbortError
 */
export async function saveArchive(
  dispatch: Dispatch,
  opened: OpenedExport & { id: string },
  to: { target: Target; fileName: string; signal: AbortSignal },
  progress: Progress,
): Promise<void> {
  const entries = archiveEntries(opened, sourcesOf(dispatch, opened.id), progress);
  const zip = downloadZip(entries);
  if (to.target && zip.body) return zip.body.pipeTo(to.target, { signal: to.signal });
  const blob = await zip.blob();
  to.signal.throwIfAborted();
  saveFile(to.fileName, 'application/zip', blob);
}

export { archiveSize };
