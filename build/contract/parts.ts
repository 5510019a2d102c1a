import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { numberProblem } from './changes';
import { reportOnDatabase } from './database';
import { reportOnKit } from './kit';
import { reportOn, SOURCES } from './report';

const KEPT = path.resolve(import.meta.dirname, '../../shared/released.contract');

/** What deployed remotes were built against, by its number: each part as it is written today. */
export interface Report {
  /** Exports, classes and tokens, under `CONTRACT`. */
  platform: string;
  /** Functions, keys of answers and live tags, under `DATABASE_CONTRACT`. */
  database: string;
}

/** As it was last released. */
export const readReport = (): Report =>
  JSON.parse(brotliDecompressSync(fs.readFileSync(KEPT)).toString()) as Report;

/** Part of `npm run release:pack`. */
export const keepReport = (report: Report): void =>
  fs.writeFileSync(KEPT, brotliCompressSync(JSON.stringify(report)));

/** As the code says it today. */
export const reportOfToday = (): Report => ({
  platform: [reportOn(SOURCES), reportOnKit()].join('\n'),
  database: reportOnDatabase(),
});

/** Why today's numbers do not fit what has changed since the release, or null when they do. */
export function problemOf(released: Report, today: Report): string | null {
  const where = 'shared/src/platform/contract.ts';
  return (
    numberProblem(released.platform, today.platform, { name: 'CONTRACT', where }) ??
    numberProblem(released.database, today.database, {
      name: 'DATABASE_CONTRACT',
      where: 'build/contract/database-contract.ts',
      // Migrations come before the remotes that need them: what a page reads more is nothing to the others.
      additionsCount: false,
    })
  );
}
