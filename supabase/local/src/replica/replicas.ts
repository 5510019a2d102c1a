import fs from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.js';
import type { RestApi } from '../rest/rest.js';
import { balanceReads } from './balance-reads.js';
import { readLag } from './lag.js';
import { keepReplica, removeReplica, type ReplicaPlan } from './replica.js';

/** The replicas of a backend. */
export interface Replicas {
  /** REST as hosted's load balancer sends it on: what GET and HEAD ask to a replica, the rest to the primary. */
  rest: Pick<RestApi, 'handle'>;
  /** Whether any of them answers. */
  areUp(): boolean;
  /** Connections to those that run, as the superuser. */
  urls(): string[];
  stop(): Promise<void>;
}

const FOLDER = /^replica-\d+$/;

/** Removes what a backend that was killed has left of its replicas, beside the cluster `pgData`. */
export async function sweepReplicas(pgData: string, log: Log): Promise<void> {
  const around = path.dirname(pgData);
  if (!fs.existsSync(around)) return;
  for (const name of fs.readdirSync(around))
    if (FOLDER.test(name)) await removeReplica(path.join(around, name), log);
}

/** What a primary with replicas is started with: so much of its log of changes is kept for one that is away for a while. */
export const PRIMARY_SETTINGS = { wal_keep_size: '512MB' };

/** Starts so many replicas of a primary that serves. */
export async function openReplicas(
  options: Omit<ReplicaPlan, 'name' | 'folder' | 'lag'> & {
    count: number;
    lag?: string | undefined;
    primaryRest: Pick<RestApi, 'handle'>;
  },
): Promise<Replicas> {
  const { count, primaryRest, primary, ...plan } = options;
  const lag = readLag(options.lag ?? '0');
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const replicas = await Promise.all(
    numbers.map((number) =>
      keepReplica({
        ...plan,
        primary,
        lag,
        name: `Replica ${number}`,
        folder: path.join(path.dirname(primary.pgData), `replica-${number}`),
      }),
    ),
  );
  return {
    rest: balanceReads(primaryRest, replicas),
    areUp: () => replicas.some((replica) => replica.rest() !== null),
    urls: () => replicas.flatMap((replica) => replica.url('supabase_admin') ?? []),
    stop: async () => void (await Promise.all(replicas.map((replica) => replica.stop()))),
  };
}
