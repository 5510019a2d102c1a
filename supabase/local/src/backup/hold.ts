import path from 'node:path';
import { claim, liveHolder, type Claim } from '../instance/claim.js';
import { BackupError } from './error.js';

const fileIn = (dataDir: string) => path.join(dataDir, 'backup.json');

/**
 * Takes the data directory for one backup. From then on Storage leaves contents where they are, whose rows are deleted: the moment of
 * the backup comes later, and its database may know them. Throws while another backup is made.
 */
export const holdContents = (dataDir: string): Promise<Claim<object>> =>
  claim(
    fileIn(dataDir),
    {},
    ({ pid }) =>
      new BackupError(`Another backup of ${dataDir} is being made by process ${pid}; wait for it to end.`),
  );

/** Whether a backup is being made that may need contents whose rows are deleted. One that was killed does not count. */
export const areContentsHeld = (dataDir: string): boolean => liveHolder(fileIn(dataDir)) !== null;
