import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openAuth } from './auth/services.js';
import { DEFAULT_AUTH } from './auth/settings.js';
import { keepDaily } from './backup/daily.js';
import { areContentsHeld } from './backup/hold.js';
import { bootstrap } from './bootstrap/bootstrap.js';
import { exposeNewTables } from './bootstrap/expose-new-tables.js';
import { migrate } from './bootstrap/migrations.js';
import { seedOnce } from './bootstrap/seed.js';
import { runJobs } from './cron/jobs.js';
import { withClient } from './database/with-client.js';
import { roleKey } from './functions/environment.js';
import { openFunctions, planFunctions } from './functions/functions.js';
import { routes, upgrades } from './gateway/routes.js';
import { openGateway, PortTakenError, type Gateway } from './gateway/server.js';
import { explainDataFolder } from './instance/data-folder.js';
import { acquireLock, alreadyRunning, liveOwner } from './instance/lock.js';
import { LOOPBACK } from './instance/ports.js';
import { loadSecrets, type Secrets } from './instance/secrets.js';
import { silentLog, type Log } from './log.js';
import type { Backend, BackendOptions } from './options.js';
import { handOver, INBOUND_DEFAULTS } from './mail/inbound.js';
import { openMailer } from './mail/mailer.js';
import { loadTemplates } from './mail/templates.js';
import { keepNamedSecrets, keepProjectSecrets } from './net/project-secrets.js';
import { sendRequests } from './net/requests.js';
import { readProjectConfig, type ProjectConfig } from './project-config.js';
import { findBinaries } from './postgres/binaries.js';
import { clusterDir } from './postgres/cluster.js';
import { chooseUser } from './postgres/run-as.js';
import { startPostgres } from './postgres/server.js';
import { openRealtime } from './realtime/realtime.js';
import { openReplicas, PRIMARY_SETTINGS, sweepReplicas } from './replica/replicas.js';
import { openRest } from './rest/rest.js';
import { keepBuckets } from './storage/config-buckets.js';
import { openFiles } from './storage/files.js';
import { openStorage } from './storage/storage.js';

/** Names whoever holds the port: our own lock knows more than the port does. */
async function portTaken(options: BackendOptions, error: Error): Promise<Error> {
  const owner = liveOwner(options.dataDir);
  if (owner) return alreadyRunning(options.dataDir, owner);
  const url = `http://${LOOPBACK}:${options.port}`;
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) });
    const body = (await response.json()) as { name?: unknown; pid?: unknown };
    if (body.name === 'local-supabase' && typeof body.pid === 'number') {
      return alreadyRunning(`port ${options.port}`, { pid: body.pid, apiUrl: url });
    }
  } catch {
    // Some other program: the port's number is all there is to say.
  }
  return new Error(`${error.message} by another program. Stop it, or start with another --port.`);
}

/** The second door, which reads take to replicas. */
function openReadsGateway(port: number, log: Log): Promise<Gateway> {
  return openGateway({ port, log }).catch((error: unknown) => {
    if (!(error instanceof PortTakenError)) throw error;
    throw new Error(`${error.message} by another program. Stop it, or start with another --reads-port.`);
  });
}

async function prepareDatabase(
  url: (role: string) => string,
  {
    secrets,
    config,
    options,
    storageDir,
    projectUrl,
    log,
  }: {
    secrets: Secrets;
    config: ProjectConfig;
    options: BackendOptions;
    storageDir: string;
    /** Our address, where functions run. */
    projectUrl: string | null;
    log: Log;
  },
): Promise<void> {
  await withClient(url('supabase_admin'), (admin) => bootstrap(admin, secrets.dbPassword));
  await withClient(url('postgres'), async (db) => {
    if (config.exposeNewTables) await exposeNewTables(db);
    await migrate(db, options.workdir, log);
    await seedOnce(db, {
      workdir: options.workdir,
      patterns: config.seedPaths,
      hook: options.seed,
      files: openFiles(storageDir),
      log,
    });
    await keepBuckets(db, config.buckets);
    await keepNamedSecrets(db, config.vault);
    const key = roleKey('service_role', secrets.jwtSecret);
    await keepProjectSecrets(db, projectUrl ? { project_url: projectUrl, service_role_key: key } : null);
  });
}

/**
 * Starts PostgreSQL, REST, Auth and mail for one project and resolves when all of it serves. The order makes two
 * starts at once and a start after a kill safe: port, lock, orphan, database, migrations, seed, serve.
 * Throws AlreadyRunningError, MigrationError, or what went wrong; whatever was started is stopped again then.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? silentLog;
  const env = options.env ?? process.env;
  const cleanups: (() => Promise<unknown> | void)[] = [];
  let stopped: Promise<void> | null = null;
  const stop = () =>
    (stopped ??= (async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    })());

  try {
    const config = readProjectConfig(options.workdir, { ...INBOUND_DEFAULTS, ...env });
    if (config.ignored.length > 0) {
      log(`supabase/config.toml: without effect here: ${config.ignored.join(', ')}`, 'warn');
    }
    const siteUrl = options.siteUrl ?? config.siteUrl ?? 'http://127.0.0.1:3000';
    const redirectUrls = [...config.redirectUrls, ...(options.additionalRedirectUrls ?? [])];
    const gateway: Gateway = await openGateway({ port: options.port, log }).catch(async (error: unknown) => {
      throw error instanceof PortTakenError ? await portTaken(options, error) : error;
    });
    cleanups.push(() => gateway.stop());
    const count = options.replicas ?? 0;
    const readsGateway = count > 0 ? await openReadsGateway(options.readsPort ?? 0, log) : null;
    cleanups.push(() => readsGateway?.stop());

    fs.mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
    const dataDir = fs.realpathSync(path.resolve(options.dataDir));
    // PostgreSQL runs as another user for root, and must pass through.
    if (process.getuid?.() === 0) fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011);
    const lock = await acquireLock(dataDir, gateway.apiUrl);
    cleanups.push(() => lock.release());

    const secrets = loadSecrets(dataDir, env);
    const mailerStarts = openMailer(dataDir, options.mailPort ?? 0, env, log);
    // Awaited below; failing before that must not count as unhandled.
    mailerStarts.catch(() => undefined);
    cleanups.push(() => mailerStarts.then((mailer) => mailer.stop()).catch(() => undefined));
    const planning = planFunctions(path.resolve(options.workdir), config.functions, options.deno);
    const user = chooseUser();
    const pgData = clusterDir(dataDir, secrets.installation, user);
    await sweepReplicas(pgData, log);
    const machine = { binaries: findBinaries(user, log), user, log, password: secrets.dbPassword };
    const postgres = await startPostgres({
      ...machine,
      pgData,
      settings: count > 0 ? PRIMARY_SETTINGS : {},
      wantedPort: options.dbPort ?? 0,
      onFatal: (error) => void stop().then(() => options.onFatal?.(error)),
    });
    cleanups.push(() => postgres.stop());

    const url = (role: string) =>
      `postgres://${role}:${secrets.dbPassword}@${LOOPBACK}:${postgres.port}/postgres`;
    const storageDir = path.join(dataDir, 'storage');
    const plan = await planning;
    const projectUrl = 'missing' in plan ? null : gateway.apiUrl;
    await prepareDatabase(url, { secrets, config, options, storageDir, projectUrl, log });
    lock.update({ dbPort: postgres.port });

    const keys = { ...secrets };
    const { schemas, searchPath, maxRows } = config;
    const restOptions = { ...keys, notifyUrl: url('local_rest'), schemas, searchPath, maxRows, log };
    const rest = await openRest({ ...restOptions, dbUrl: url('local_rest') });
    cleanups.push(() => rest.close());
    const replicas = await openReplicas({
      ...machine,
      count,
      lag: options.replicaLag,
      primary: { pgData, port: postgres.port },
      primaryRest: rest,
      openRest: (replicaUrl) => openRest({ ...restOptions, dbUrl: replicaUrl('local_rest') }),
    });
    cleanups.push(() => replicas.stop());
    const mailer = await mailerStarts;
    const auth = openAuth({
      dbUrl: url('supabase_auth_admin'),
      apiUrl: gateway.apiUrl,
      siteUrl,
      redirectUrls,
      jwtSecret: keys.jwtSecret,
      settings: { ...DEFAULT_AUTH, ...config.auth, ...options.auth },
      mailer,
      templates: loadTemplates(options.workdir, config.templates),
      log,
    });
    cleanups.push(() => auth.db.close());
    lock.update({ mailUrl: mailer.url });
    const storage = openStorage({
      dbUrl: url('supabase_storage_admin'),
      directory: storageDir,
      areContentsHeld: () => areContentsHeld(dataDir),
      jwtSecret: keys.jwtSecret,
      log,
    });
    cleanups.push(() => storage.close());
    const realtime = await openRealtime({ dbUrl: url('supabase_realtime_admin'), keys, log });
    cleanups.push(() => realtime.close());
    const serviceSecret = options.functionsEnv?.INBOUND_MAIL_SECRET || env.INBOUND_MAIL_SECRET;
    const inboundSecret = serviceSecret || crypto.randomBytes(24).toString('hex');
    // Only this machine reaches the mail server, and no other service knows the secret.
    const ownMail: Record<string, string> = serviceSecret ? {} : { INBOUND_MAIL_TRUSTED: 'always' };
    const functions = openFunctions(plan, {
      dataDir,
      silentSeconds: options.functionSeconds ?? 150,
      sources: {
        workdir: path.resolve(options.workdir),
        env,
        secrets: config.functions.secrets,
        more: { ...ownMail, ...options.functionsEnv, INBOUND_MAIL_SECRET: inboundSecret },
        mail: mailer.server,
        keys,
        apiUrl: gateway.apiUrl,
        dbUrl: url('postgres'),
        log,
      },
    });
    cleanups.push(() => functions.stop());
    if (plan.found.some(({ name }) => name === 'mailbox')) {
      const handed = handOver({ url: `${gateway.apiUrl}/functions/v1/mailbox`, secret: inboundSecret, log });
      mailer.onMail((mail) => void handed(mail));
    }
    const jobs = runJobs(url('postgres'), log);
    cleanups.push(() => jobs.stop());
    cleanups.push(() => gateway.drain());
    cleanups.push(() => readsGateway?.drain());
    const requests = sendRequests(url('postgres'), gateway.apiUrl, log);
    cleanups.push(() => requests.stop());
    const parts = { keys, rest, auth, realtime, storage, isDatabaseUp: () => postgres.isUp() };
    gateway.serve(routes(parts), upgrades(parts), functions.handle);
    const reads = { ...parts, rest: replicas.rest, isDatabaseUp: () => postgres.isUp() || replicas.areUp() };
    readsGateway?.serve(routes(reads), upgrades(reads), functions.handle);
    if (options.backups) {
      const plan = { workdir: options.workdir, dataDir, folder: options.backups, log };
      const daily = keepDaily(plan, { url: url('supabase_admin'), pgData });
      cleanups.push(() => daily.stop());
    }

    return {
      apiUrl: gateway.apiUrl,
      readsUrl: readsGateway?.apiUrl ?? null,
      replicaUrls: replicas.urls(),
      mailUrl: mailer.url,
      smtpUrl: `smtp://${mailer.server.host}:${mailer.server.port}`,
      dbUrl: url('postgres'),
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      jwtSecret: keys.jwtSecret,
      stop,
    };
  } catch (error) {
    await stop();
    throw explainDataFolder(options.dataDir, error);
  }
}
