import { FileStore } from '@tus/file-store';
import { Server, type ServerOptions } from '@tus/server';
import fs from 'node:fs/promises';
import type { Claims } from '../auth/tokens.js';
import type { Log } from '../log.js';
import { bucketById } from './buckets.js';
import type { StorageRoute, StorageServices } from './context.js';
import { storageErrorOf } from './errors.js';
import { checkedKey } from './names.js';
import { headerlessUpload } from './upload-body.js';
import { checkLimits, checkMayWrite, isUpsert, storeContents, type UploadTarget } from './upload.js';

/** Where uploads in parts are asked for, below the gateway. */
const PATH = '/storage/v1/upload/resumable';
/** As on hosted: what has not been finished by then is given up. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Uploads in parts by the TUS protocol, as hosted Storage takes them. */
export interface ResumableUploads {
  route: StorageRoute;
  /** Removes what was given up. */
  sweep(): Promise<void>;
}

type Upload = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[1];
type Metadata = NonNullable<Upload['metadata']>;

const text = (metadata: Metadata, name: string) => metadata[name] ?? '';

/** Where an upload goes; `owner` is written down when it is created and belongs to no one else. */
const targetOf = (metadata: Metadata, claims: Claims): UploadTarget => ({
  bucket: text(metadata, 'bucketName'),
  key: checkedKey(text(metadata, 'objectName')),
  mode: text(metadata, 'mode') === 'upsert' ? 'upsert' : 'create',
  owner: claims.sub,
  rights: claims,
});

/** A refusal as TUS tells it: with the real status, as hosted does here. */
class Refusal extends Error {
  constructor(
    readonly status_code: number,
    readonly body: string,
  ) {
    super(body);
  }
}

function refusalOf(error: unknown): Refusal {
  const known = storageErrorOf(error);
  return known ? new Refusal(known.status, known.message) : new Refusal(500, 'The upload failed');
}

/**
 * Opens uploads in parts. Whether somebody may write there is asked when the upload is created, under their rights, and again when its
 * row is written; only who created it sends the rest, and may end it. Parts lie in `directory` until the last one has come.
 */
export function openResumableUploads(
  services: StorageServices,
  directory: string,
  log: Log,
): ResumableUploads {
  const callers = new WeakMap<object, Claims>();
  const callerOf = (request: object): Claims => {
    const claims = callers.get(request);
    if (!claims) throw new Error('no caller');
    return claims;
  };
  const store = new FileStore({ directory, expirationPeriodInMilliseconds: LIFETIME_MS });

  const server = new Server({
    path: PATH,
    datastore: store,
    namingFunction: () => crypto.randomUUID(),
    getFileIdFromRequest: (_request, last) => (/^[0-9a-f-]{36}$/.test(last ?? '') ? last : undefined),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const { metadata } = await store.getUpload(id);
      // As good as none: nobody learns of another person's upload.
      if ((metadata?.['owner'] ?? '') !== (callerOf(request).sub ?? ''))
        throw new Refusal(404, 'The file for this url was not found\n');
    },
    async onUploadCreate(request, upload) {
      try {
        const claims = callerOf(request);
        const metadata: Metadata = {
          ...upload.metadata,
          owner: claims.sub ?? '',
          mode: isUpsert(request) ? 'upsert' : 'create',
        };
        const target = targetOf(metadata, claims);
        const { mimetype } = headerlessUpload(new Uint8Array(), metadata);
        checkLimits(await bucketById(services.db, target.bucket), upload.size ?? 0, mimetype);
        await checkMayWrite(services.db, target);
        return { metadata };
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async onUploadFinish(request, upload) {
      try {
        const data = new Uint8Array(await fs.readFile(upload.storage?.path ?? ''));
        const metadata = upload.metadata ?? {};
        await storeContents(
          services,
          headerlessUpload(data, metadata),
          targetOf(metadata, callerOf(request)),
        );
        return {};
      } catch (error) {
        throw refusalOf(error);
      } finally {
        await store.remove(upload.id).catch(() => undefined);
      }
    },
    onResponseError: (_request, error) => {
      if (error instanceof Error && !(error instanceof Refusal)) log(`storage: ${error.message}`, 'debug');
      return undefined;
    },
  });
  return {
    route: (_services, { request, claims }) => {
      callers.set(request, claims);
      return server.handleWeb(request);
    },
    sweep: async () => void (await server.cleanUpExpiredUploads()),
  };
}
