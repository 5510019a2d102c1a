import { readMigrationVersions } from '../local/src/index.js';
import { destructive, difference, sqlOf } from './difference.js';
import { declared, migrated, withDatabases } from './states.js';
import { utcVersion } from './version.js';

/**
 * `npm run db:check`: the migrations make what the schema files describe, and none lies in the future. Prints what differs
 * and exits with 1.
 */
async function main(root: string): Promise<void> {
  const { plan, byHand } = await withDatabases([migrated(root), declared(root)], difference);
  const lines = [
    ...byHand.missing.map((line) => `missing in the migrations: ${line}`),
    ...byHand.extra.map((line) => `only in the migrations: ${line}`),
  ];
  if (plan.actions.length === 0 && lines.length === 0) {
    const late = readMigrationVersions(root).filter((version) => version > utcVersion(new Date()));
    if (late.length)
      throw new Error(`Migrations of the future: ${late.join(', ')}. Later ones would sort before them.`);
    process.stdout.write('The migrations and the schema files describe the same database.\n');
    return;
  }
  process.stdout.write([...lines, plan.actions.length ? sqlOf(plan) : ''].join('\n'));
  throw new Error(
    `The migrations and the schema files differ (${plan.actions.length} statements, ${destructive(plan).length} of them drop something). ` +
      'Write a migration with: npm run db:diff -- <name>',
  );
}

main(process.cwd()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
