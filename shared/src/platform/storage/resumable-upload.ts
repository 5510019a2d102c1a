import { DetailedError, Upload } from 'tus-js-client';
import { processError, type AppError } from '../../domain';
import { currentSession } from '../api/client';
import { FILE_CACHE_SECONDS } from './file-cache';

/** What is uploaded, and where. */
export interface UploadRequest {
  bucket: string;
  path: string;
  file: Blob;
  /** Told to Storage; the bucket says which it takes. */
  type: string;
  onProgress: (sent: number) => void;
}

/** An upload that can be stopped and taken up again. */
export interface FileUpload {
  /** Sends it, or what is missing of it. @returns why it stopped; null when all of it has arrived */
  send(): Promise<AppError | null>;
  /** Stops it, and removes what has arrived. */
  cancel(): Promise<void>;
}

/** Hosted Storage takes parts of exactly this size. */
const PART_BYTES = 6 * 1024 * 1024;
/** A connection may be away for a minute; each part that arrives begins the row anew. */
const RETRY_AFTER_MS = [0, 1000, 2000, 5000, 10_000, 20_000, 20_000];

const statusOf = (error: unknown): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** Refused for good; 409 and 423 say that the part before is still being written. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 409 && status !== 423;

/** @param api address of the backend */
export function resumableUpload(
  api: string,
  { bucket, path, file, type, onProgress }: UploadRequest,
): FileUpload {
  let settle: (error: unknown) => void = () => undefined;
  let cancelled = false;
  const upload = new Upload(file, {
    endpoint: `${api}/storage/v1/upload/resumable`,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_AFTER_MS,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: type,
      cacheControl: FILE_CACHE_SECONDS,
    },
    // Nothing about a document stays in this browser.
    storeFingerprintForResuming: false,
    // A token of the moment: it may run out while a file is on its way.
    async onBeforeRequest(request) {
      const session = await currentSession();
      if (session) request.setHeader('authorization', `Bearer ${session.access_token}`);
    },
    onShouldRetry: (error) => !cancelled && !isRefusal(statusOf(error)),
    onProgress: (sent) => onProgress(sent),
    onSuccess: () => settle(null),
    onError: (error) => settle(error),
  });
  return {
    send: () =>
      new Promise((resolve) => {
        settle = (error) => {
          const message = error instanceof Error ? error.message : String(error);
          const status = statusOf(error);
          const shown = { message: status ? message : `network: ${message}`, status };
          resolve(error === null ? null : processError(shown, `Storage/${bucket}`));
        };
        upload.start();
      }),
    async cancel() {
      cancelled = true;
      // What cannot be removed now, Storage forgets after a day.
      await upload.abort(true).catch(() => undefined);
    },
  };
}
