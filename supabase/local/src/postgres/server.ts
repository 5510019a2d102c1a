import { waitUntil } from '../instance/process-info.js';
import { messageOf } from '../log.js';
import { ensureCluster } from './cluster.js';
import { launchPostgres, type Launched, type LaunchPlan } from './launch.js';
import { stopOrphan } from './orphan.js';

/** PostgreSQL under supervision: it is started again when it dies while the backend lives. */
export interface PostgresServer {
  port: number;
  isUp(): boolean;
  stop(): Promise<void>;
}

const MAX_RESTARTS_PER_MINUTE = 5;

/**
 * Makes the data directory safe, creates the cluster when new, starts PostgreSQL and keeps it running.
 * `onFatal` is called when it dies too often, or does not come back.
 */
export async function startPostgres(
  plan: LaunchPlan & { password: string; wantedPort: number; onFatal: (error: Error) => void },
): Promise<PostgresServer> {
  const { pgData, log } = plan;
  await stopOrphan(pgData, log);
  await ensureCluster(pgData, plan.password, plan.binaries, plan.user, log);
  let current: Launched = await launchPostgres(plan, plan.wantedPort);
  const { port } = current;
  let up = true;
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  let restarts: number[] = [];

  async function restart(how: string): Promise<void> {
    restarts = [...restarts.filter((at) => at > Date.now() - 60_000), Date.now()];
    if (restarts.length > MAX_RESTARTS_PER_MINUTE)
      throw new Error(`PostgreSQL ended again (${how}); giving up`);
    log(`PostgreSQL ended unexpectedly (${how}); starting it again`, 'warn');
    await stopOrphan(pgData, log);
    const next = await launchPostgres(plan, port);
    if (next.port !== port) {
      next.signal('SIGINT');
      throw new Error(`PostgreSQL's port ${port} was taken by another program meanwhile`);
    }
    current = next;
    up = true;
    watch(next);
    log('PostgreSQL serves again');
  }

  function watch(server: Launched): void {
    void server.exited.then((how) => {
      up = false;
      if (stopping) return;
      restarting = restart(how).catch((error: unknown) => plan.onFatal(new Error(messageOf(error))));
    });
  }

  watch(current);
  return {
    port,
    isUp: () => up,
    async stop() {
      stopping = true;
      await restarting;
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        if (!up) return;
        current.signal(signal);
        if (await waitUntil(() => !up, 8000)) return;
      }
    },
  };
}
