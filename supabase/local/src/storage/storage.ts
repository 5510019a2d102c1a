import { keyClaims, openServicePool } from '../database/service-pool.js';
import type { Caller } from '../gateway/keys.js';
import { json } from '../gateway/respond.js';
import { messageOf, type Log } from '../log.js';
import * as buckets from './buckets.js';
import type { StorageRoute, StorageServices } from './context.js';
import * as download from './download.js';
import { StorageError, storageErrorOf } from './errors.js';
import { openFiles } from './files.js';
import { listObjects } from './list.js';
import { listPages } from './list-pages.js';
import * as objects from './objects.js';
import { openResumableUploads } from './resumable.js';
import { createUploadUrl, uploadBySignedUrl } from './signed-upload.js';
import { createObject, replaceObject } from './upload.js';

export interface StorageOptions {
  dbUrl: string;
  /** Where the files are; nobody else writes there. */
  directory: string;
  /** Whether contents are to be left where they are for now, though their rows are deleted. */
  areContentsHeld: () => boolean;
  jwtSecret: string;
  log: Log;
}

/** Files in buckets, as hosted Storage serves them. */
export interface Storage {
  /** Answers a request; `path` is what follows /storage/v1. */
  handle(request: Request, path: string, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

type RouteRow = [method: RegExp, path: RegExp, route: StorageRoute];

/** Method, path with the rest in parentheses, route. The first that fits answers. */
const ROUTES: RouteRow[] = [
  [/^GET$/, /^\/bucket\/?()$/, buckets.listBuckets],
  [/^POST$/, /^\/bucket\/?()$/, buckets.createBucket],
  [/^POST$/, /^\/bucket\/([^/]+\/empty)$/, buckets.emptyBucket],
  [/^GET$/, /^\/bucket\/([^/]+)$/, buckets.getBucket],
  [/^PUT$/, /^\/bucket\/([^/]+)$/, buckets.updateBucket],
  [/^DELETE$/, /^\/bucket\/([^/]+)$/, buckets.deleteBucket],
  [/^POST$/, /^\/object\/list\/([^/]+)$/, listObjects],
  [/^POST$/, /^\/object\/list-v2\/([^/]+)$/, listPages],
  [/^POST$/, /^\/object\/move()$/, objects.moveObject],
  [/^POST$/, /^\/object\/copy()$/, objects.copyObject],
  [/^POST$/, /^\/object\/sign\/([^/]+)$/, download.createSignedUrls],
  [/^POST$/, /^\/object\/sign\/(.+)$/, download.createSignedUrl],
  [/^(GET|HEAD)$/, /^\/object\/sign\/(.+)$/, download.signedObject],
  [/^(GET|HEAD)$/, /^\/object\/public\/(.+)$/, download.publicObject],
  [/^(GET|HEAD)$/, /^\/object\/info\/(?:authenticated\/)?(.+)$/, objects.objectInfo],
  [/^(GET|HEAD)$/, /^\/object\/(?:authenticated\/)?(.+)$/, download.downloadObject],
  [/^DELETE$/, /^\/object\/([^/]+)$/, objects.removeObjects],
  [/^DELETE$/, /^\/object\/(.+)$/, objects.removeObject],
  [/^POST$/, /^\/object\/upload\/sign\/(.+)$/, createUploadUrl],
  [/^PUT$/, /^\/object\/upload\/sign\/(.+)$/, uploadBySignedUrl],
  [/^POST$/, /^\/object\/(?!upload\/)(.+)$/, createObject],
  [/^PUT$/, /^\/object\/(?!upload\/)(.+)$/, replaceObject],
];

/** What needs no API key: public objects, and signed addresses, which carry their own proof. */
export function isOpenStoragePath(method: string, path: string): boolean {
  if (method === 'PUT') return path.startsWith('/storage/v1/object/upload/sign/');
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && /^\/storage\/v1\/(object|render\/image)\/(public|sign)\//.test(path);
}

/** What a hosted project without image transformation, S3, analytics or vectors answers. */
const notEnabled: StorageRoute = async () => {
  const message = 'feature not enabled for this tenant';
  return json(403, { statusCode: '403', error: 'FeatureNotEnabled', message, code: 'FeatureNotEnabled' });
};

const NOT_HERE = () =>
  new StorageError(404, 'not_found', 'This part of Storage is not available in the local backend');

/** How often what is left behind is looked for. */
const SWEEP_MS = 60 * 60 * 1000;
/** A file may be there some time before its row is committed. */
const SETTLED_MS = 10 * 60 * 1000;

async function sweepOrphans({ db, files }: StorageServices, log: Log, before: Date): Promise<void> {
  const rows = await db.rows<{ version: string }>(
    'select version from storage.objects where version is not null',
  );
  const removed = await files.sweep(
    rows.map((row) => row.version),
    before,
  );
  if (removed) log(`storage: removed ${removed} files no object knows`, 'debug');
}

/** Opens Storage on database and directory, and in the background removes what a crash left behind. */
export function openStorage({ dbUrl, directory, areContentsHeld, jwtSecret, log }: StorageOptions): Storage {
  const services: StorageServices = {
    db: openServicePool(dbUrl, 'storage', log),
    files: openFiles(directory, areContentsHeld),
    jwtSecret,
  };
  const resumable = openResumableUploads(services, `${directory}-uploads`, log);
  const routes: RouteRow[] = [
    [/^(POST|PATCH|HEAD|DELETE)$/, /^\/upload\/resumable(.*)$/, resumable.route],
    ...ROUTES,
    [/./, /^\/(?:render|s3|iceberg|vector)(\/.*)?$/, notEnabled],
  ];
  const sweep = (before: Date) =>
    Promise.all([sweepOrphans(services, log, before), resumable.sweep()]).then(
      () => undefined,
      (error: unknown) => log(`storage: ${messageOf(error)}`, 'debug'),
    );
  let sweeping = sweep(new Date());
  const timer = setInterval(() => void (sweeping = sweep(new Date(Date.now() - SETTLED_MS))), SWEEP_MS);
  timer.unref();
  return {
    async handle(request, path, caller) {
      try {
        if (caller.problem) {
          const expired = caller.problem === 'expired';
          const message = expired ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS';
          throw new StorageError(403, 'Unauthorized', message);
        }
        for (const [method, pattern, route] of routes) {
          const rest = method.test(request.method) ? pattern.exec(path)?.[1] : undefined;
          if (rest === undefined) continue;
          const claims = caller.claims ?? keyClaims(caller.key);
          return await route(services, { request, url: new URL(request.url), path: rest, claims });
        }
        throw NOT_HERE();
      } catch (error) {
        const refusal = storageErrorOf(error);
        if (refusal) return refusal.toResponse();
        throw error;
      }
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      await services.db.close();
    },
  };
}
