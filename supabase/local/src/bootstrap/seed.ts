import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Log } from '../log.js';
import type { Files } from '../storage/files.js';
import { writeObject } from '../storage/upload.js';
import { explainSqlError } from './migrations.js';
import { seedFiles } from './seed-files.js';

/** What a seed gets: a connection as `postgres` inside the transaction that records the seed as done. */
export interface SeedContext {
  db: pg.Client;
  log: Log;
  /** Creates a confirmed user with a password, as a sign-up would; returns the id. */
  createUser(user: SeedUser): Promise<string>;
  /** Puts a new file into a bucket, as an upload would; its row belongs to the seed's transaction. */
  storeFile(file: SeedFile): Promise<void>;
}

export interface SeedUser {
  id?: string;
  email: string;
  password: string;
  data?: Record<string, unknown>;
}

export interface SeedFile {
  bucket: string;
  /** Its path in the bucket. */
  name: string;
  data: Uint8Array;
  mimetype: string;
  /** Id of the person who uploaded it. */
  owner: string;
}

/** Fills a new database. Throwing rolls everything back and refuses the start. */
export type SeedHook = (context: SeedContext) => Promise<void>;

async function createUser(db: pg.Client, user: SeedUser): Promise<string> {
  const id = user.id ?? crypto.randomUUID();
  const email = user.email.toLowerCase();
  const data = { ...user.data, sub: id, email, email_verified: true, phone_verified: false };
  await db.query(
    `insert into auth.users
       (instance_id, id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, $2,
       extensions.crypt($3, extensions.gen_salt('bf', 10)), now(),
       '{"provider": "email", "providers": ["email"]}', $4)`,
    [id, email, user.password, data],
  );
  await db.query(
    "insert into auth.identities (provider, provider_id, user_id, identity_data) values ('email', $1::text, $2, $3)",
    [id, id, data],
  );
  return id;
}

async function storeFile(db: pg.Client, files: Files, file: SeedFile): Promise<void> {
  const { bucket, name: key, data, mimetype, owner } = file;
  const upload = { data, mimetype, cacheControl: 'no-cache', userMetadata: null };
  await writeObject(db, files, upload, { bucket, key, mode: 'create', owner });
}

async function once(db: pg.Client, name: string, hash: string, fill: () => Promise<unknown>): Promise<void> {
  const { rowCount } = await db.query('select 1 from supabase_migrations.seed_files where path = $1', [name]);
  if (rowCount) return;
  await db.query('begin');
  try {
    await fill();
    await db.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [name, hash]);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
  await db.query('reset all; reset role');
}

/** Runs the seed files and the hook, each once in the life of the database, each in one transaction. */
export async function seedOnce(
  db: pg.Client,
  {
    workdir,
    patterns,
    hook,
    files,
    log,
  }: { workdir: string; patterns: string[]; hook: SeedHook | undefined; files: Files; log: Log },
): Promise<void> {
  for (const file of seedFiles(workdir, patterns)) {
    const name = path.relative(workdir, file).split(path.sep).join('/');
    const sql = fs.readFileSync(file, 'utf8');
    const hash = crypto.createHash('sha256').update(sql).digest('hex');
    await once(db, name, hash, async () => {
      log(`Seeding from ${name}`);
      await db.query(sql).catch((error: unknown) => {
        throw new Error(`Seeding failed. ${explainSqlError(name, sql, error)}`);
      });
    });
  }
  if (!hook) return;
  await once(db, 'hook', '', async () => {
    log('Seeding demo data');
    await hook({
      db,
      log,
      createUser: (user) => createUser(db, user),
      storeFile: (file) => storeFile(db, files, file),
    });
  });
}
