/** The face of the embedded backend: nothing outside imports from below it. */
import type { Backend, BackendOptions } from './options.js';

/** Starts one (`backend.ts`). Its parts are loaded only then: whoever works on a database needs none of them. */
export const startBackend = async (options: BackendOptions): Promise<Backend> =>
  (await import('./backend.js')).startBackend(options);

export type { Backend, BackendOptions } from './options.js';
export type { SeedContext, SeedFile, SeedHook, SeedUser } from './bootstrap/seed.js';
export type { AuthSettings } from './auth/settings.js';
export { silentLog, type Log, type LogLevel } from './log.js';
export { catchUncaught } from './last-resort.js';

export { withClient } from './database/with-client.js';
export { startScratchDatabase, type ScratchDatabase } from './scratch.js';
export {
  explainSqlError,
  migrate,
  MigrationError,
  OutdatedDatabaseError,
  readMigrationVersions,
} from './bootstrap/migrations.js';
export { readProjectConfig } from './project-config.js';
export { reportSqlError } from './rest/sql-errors.js';

export { backUpDataFolder } from './backup/of-data-folder.js';
export type { Source } from './backup/make-backup.js';
export { readManifest } from './backup/manifest.js';
export { restoreBackup } from './backup/restore.js';
export { inMegabytes } from './backup/space.js';
export { DataFolderError, explainDataFolder } from './instance/data-folder.js';
export { AlreadyRunningError } from './instance/lock.js';
export { removeData } from './instance/remove-data.js';
export { setReplicaLag } from './replica/lag.js';

export { openAuthDb, type AuthDb } from './auth/database.js';
export { openSession, type SessionAnswer } from './auth/sessions.js';
export { DEFAULT_AUTH } from './auth/settings.js';
export { findDeno } from './functions/deno.js';
