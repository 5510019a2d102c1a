import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readMigrationVersions } from '../local/src/index.js';
import { destructive, difference, prove, sqlOf } from './difference.js';
import { withLockTimeout } from './lock-timeout.js';
import { baselineSql } from './schema-files.js';
import { declared, migrated, withDatabases } from './states.js';
import { utcVersion } from './version.js';

const USAGE = 'Usage: npm run db:diff -- <name of the migration in a few words> [--allow-drops]';

/**
 * `npm run db:diff -- <name>`: writes the next migration from what the schema files say and the migrations do not yet, and
 * proves on the scratch database that it leads there. What it cannot generate it lists, to be added to the file by hand.
 */
async function main(root: string): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'allow-drops': { type: 'boolean', default: false } },
  });
  const name = positionals
    .join('_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (!name) throw new Error(USAGE);
  const version = utcVersion(new Date());
  const newest = readMigrationVersions(root).at(-1) ?? '';
  if (newest >= version)
    throw new Error(
      `Migration ${newest} is newer than the clock: a database would refuse what sorts before it.`,
    );

  const file = path.join('supabase', 'migrations', `${version}_${name}.sql`);
  const write = (sql: string) => fs.writeFileSync(path.join(root, file), sql);
  if (!newest) {
    write(baselineSql(root));
    process.stdout.write(`Wrote ${file}, the schema files as they are: there was no migration.\n`);
    return;
  }
  await withDatabases([migrated(root), declared(root)], async (now, wanted) => {
    const { plan, byHand } = await difference(now, wanted);
    const drops = destructive(plan);
    const notes = [
      ...byHand.missing.map((line) => `-- By hand: add ${line}`),
      ...byHand.extra.map((line) => `-- By hand: remove ${line}`),
    ].map((line) => line.replace(/\n/g, ' '));
    if (plan.actions.length === 0 && notes.length === 0) {
      process.stdout.write('Nothing to do: the migrations already make what the schema files describe.\n');
      return;
    }
    if (drops.length > 0 && !values['allow-drops']) {
      throw new Error(`This drops something; say --allow-drops if that is meant:\n${drops.join('\n')}`);
    }
    if (plan.actions.length > 0) await prove(sqlOf(plan), now, wanted);
    const statements = plan.actions.length ? withLockTimeout(sqlOf(plan).trim()) : '';
    write(`${[statements, ...notes].filter(Boolean).join('\n')}\n`);
    process.stdout.write(`Wrote ${file}: ${plan.actions.length} statements, proved.\n`);
    if (notes.length > 0) {
      process.stdout.write(
        `It is not complete: replace its last ${notes.length} lines by statements, then run npm run db:check.\n`,
      );
    }
  });
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
