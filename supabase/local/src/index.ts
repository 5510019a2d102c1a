export { startBackend } from './backend.js';
export type { Backend, BackendOptions } from './options.js';
export type { SeedContext, SeedHook, SeedUser } from './bootstrap/seed.js';
export type { AuthSettings } from './auth/settings.js';
export type { Log, LogLevel } from './log.js';
export { AlreadyRunningError } from './instance/lock.js';
export { removeData } from './instance/remove-data.js';
export { MigrationError, OutdatedDatabaseError } from './bootstrap/migrations.js';
