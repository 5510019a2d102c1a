import fs from 'node:fs';
import path from 'node:path';
import { LOOPBACK } from '../instance/ports.js';
import { messageOf, silentLog, type Log } from '../log.js';
import type { Binaries } from '../postgres/binaries.js';
import { copyCluster } from '../postgres/copy-cluster.js';
import { launchPostgres, type Launched } from '../postgres/launch.js';
import { stopOrphan } from '../postgres/orphan.js';
import type { RunAs } from '../postgres/run-as.js';
import type { RestApi } from '../rest/rest.js';

/** What a replica is made of. */
export interface ReplicaPlan {
  /** Its name in the log. */
  name: string;
  /** Its folder, which is made anew each time it starts. */
  folder: string;
  /** The primary's cluster, and its address for a role. */
  primary: { pgData: string; port: number };
  password: string;
  /** How far it stays behind. */
  lag: string;
  binaries: Binaries;
  user: RunAs;
  log: Log;
  /** Opens REST over its database. */
  openRest(url: (role: string) => string): Promise<RestApi>;
}

/** A replica that is kept running. */
export interface Replica {
  /** Its REST; null while it is away. */
  rest(): RestApi | null;
  /** Its connection as a role; null while it is away. */
  url(role: string): string | null;
  /** Says in the log, once, that it does not answer. */
  away(how: string): void;
  /** Says that it answers again, where it was said to be away. */
  back(): void;
  stop(): Promise<void>;
}

/** One run of its PostgreSQL, from the copy to the end. */
interface Life {
  server: Launched;
  rest: RestApi;
}

const RETRY_MS = 1000;

const SETTINGS = {
  // A copy is made anew at each start: nothing of it has to outlive a power cut.
  fsync: 'off',
  // No read is cancelled because the primary clears away what it still sees. The primary keeps that for as long as a
  // statement may run, eight seconds.
  hot_standby_feedback: 'on',
  // What only a change of the schema brings to a standstill waits for reads as long as they may take, and no longer.
  max_standby_streaming_delay: '10s',
  // The primary is on this machine: when it has been away, it is found again at once.
  wal_retrieve_retry_interval: '500ms',
};

/** What PostgreSQL says, again and again, when the primary has thrown away what the replica would need next. */
const LEFT_BEHIND = /requested WAL segment \S+ has already been removed/;

const addressOf = (port: number, password: string) => (role: string) =>
  `postgres://${role}:${password}@${LOOPBACK}:${port}/postgres`;

/** Removes the folder of a replica, and what a killed backend has left running on it. */
export async function removeReplica(folder: string, log: Log): Promise<void> {
  await stopOrphan(folder, log);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Copies the primary into the folder and tells the copy to follow it. */
async function prepare(plan: ReplicaPlan): Promise<void> {
  const { folder, primary, password, user } = plan;
  await removeReplica(folder, plan.log);
  const url = addressOf(primary.port, password)('supabase_admin');
  await copyCluster({ url, from: primary.pgData, to: folder, user });
  const follow = `host=${LOOPBACK} port=${primary.port} user=supabase_admin password=${password}`;
  fs.appendFileSync(
    path.join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${follow}'\nrecovery_min_apply_delay = '${plan.lag}'\n`,
  );
  fs.writeFileSync(path.join(folder, 'standby.signal'), '');
}

/** Keeps a replica running, a new copy each time it has ended. Resolves when it answers, or has failed to for the first time. */
export async function keepReplica(plan: ReplicaPlan): Promise<Replica> {
  let life: Life | null = null;
  let saidAway = false;
  let stopping = false;
  let port = 0;
  let wake: () => void = () => undefined;

  const replica: Replica = {
    rest: () => life?.rest ?? null,
    url: (role) => (life ? addressOf(life.server.port, plan.password)(role) : null),
    away(how) {
      if (saidAway || stopping) return;
      saidAway = true;
      plan.log(`${plan.name} does not answer (${how}); the primary answers its reads`, 'warn');
    },
    back() {
      if (saidAway) plan.log(`${plan.name} answers reads again`);
      saidAway = false;
    },
    async stop() {
      stopping = true;
      wake();
      // Nothing of it is kept, so it need not end in order.
      life?.server.signal('SIGQUIT');
      await running;
    },
  };

  async function begin(): Promise<Life> {
    await prepare(plan);
    let isLeftBehind = false;
    const log: Log = (message, level) => {
      plan.log(message, level);
      if (isLeftBehind || !LEFT_BEHIND.test(message)) return;
      isLeftBehind = true;
      // It would say so for ever; another copy does not need what is gone.
      void stopOrphan(plan.folder, silentLog);
    };
    const server = await launchPostgres({ ...plan, pgData: plan.folder, settings: SETTINGS, log }, port);
    port = server.port;
    try {
      return { server, rest: await plan.openRest(addressOf(port, plan.password)) };
    } catch (error) {
      server.signal('SIGQUIT');
      await server.exited;
      throw error;
    }
  }

  /** From one copy to its end. */
  async function live(onFirst: () => void): Promise<void> {
    try {
      const born = await begin();
      if (!stopping) {
        life = born;
        replica.back();
        onFirst();
      } else born.server.signal('SIGQUIT');
      const how = await born.server.exited;
      life = null;
      replica.away(how);
      await born.rest.close();
    } catch (error) {
      replica.away(messageOf(error).split('\n', 1).join());
    }
    onFirst();
  }

  /** Waits a while before the next copy, unless it is to stop meanwhile. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(onFirst: () => void): Promise<void> {
    await live(onFirst);
    while (!stopping) {
      await pause();
      if (!stopping) await live(onFirst);
    }
    await removeReplica(plan.folder, plan.log).catch((error: unknown) => plan.log(messageOf(error), 'warn'));
  }

  let running: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    running = run(resolve);
  });
  return replica;
}
