import { processError, type AppError } from '../../domain';
import { apiAddress, supabase } from '../api/client';
import type { FileUpload, UploadRequest } from './resumable-upload';

export type { FileUpload, UploadRequest } from './resumable-upload';

/**
 * Prepares the upload of a file in parts: a lost connection goes on where it was. The code for it is fetched with the first one.
 * @throws when that code could not be fetched
 */
export async function prepareUpload(request: UploadRequest): Promise<FileUpload> {
  const { resumableUpload } = await import(/* webpackChunkName: "resumable-upload" */ './resumable-upload');
  return resumableUpload(apiAddress(), request);
}

/** Reads a file of a private bucket. Its type is what Storage says: whoever shows it decides by the content. */
export async function downloadFile(
  bucket: string,
  path: string,
): Promise<{ file: Blob } | { error: AppError }> {
  const context = `Storage/${bucket}`;
  try {
    const { data, error } = await supabase().storage.from(bucket).download(path);
    if (error) return { error: processError({ message: error.message, name: error.name }, context) };
    return { file: data };
  } catch (error) {
    return { error: processError(error, context) };
  }
}
