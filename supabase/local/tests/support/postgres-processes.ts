import fs from 'node:fs';
import path from 'node:path';
import { processesIn } from '../../src/instance/process-info';

const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres');

/** Ids of PostgreSQL processes that work in a data directory (known on Linux only). */
export const postgresOf = (dataDir: string): number[] => processesIn(clusterOf(dataDir));

/** The id of the postmaster on a data directory. */
export const postmasterOf = (dataDir: string) =>
  Number(fs.readFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Ids of the processes that serve a connection there (Linux only). */
export const connectionsOf = (dataDir: string): number[] =>
  postgresOf(dataDir).filter((pid) => {
    try {
      return / 127\.0\.0\.1\(\d+\) /.test(
        fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      );
    } catch {
      return false;
    }
  });
