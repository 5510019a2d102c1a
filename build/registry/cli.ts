/** `npm run registry -- …`: deploy, list and roll back remotes on a site folder, as a pipeline would do on a real server. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { remoteFolders } from '../lib/workspace.mjs';
import { assemble, deployRemote, deployShell, rollBack, versionsOf } from './site';

const USAGE = `Usage: npm run registry -- <command> [--site <folder>]
  deploy all                    put the shell and every remote into the site, for a first deployment
  deploy shell                  put the shell's build into the site
  deploy <remote's folder>      put its build into the site and make it current, for example: deploy mf-sales
  rollback <name> <version>     make an earlier version current again, for example: rollback mf_sales 0.1.0-1a2b3c4d5e
  list <name>                   the versions that are there
  assemble                      write remotes.json from the current pointers
The site is .paperplane/site unless --site names another folder.`;

function deploy(site: string, subject: string): void {
  for (const part of subject === 'all' ? ['shell', ...remoteFolders('.')] : [subject]) {
    if (part === 'shell') deployShell(site, path.resolve(part, 'dist/site'));
    else deployRemote(site, path.resolve(part, 'dist'));
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string', default: '.paperplane/site' } },
  });
  const site = path.resolve(values.site);
  const [command, subject = '', version = ''] = positionals;
  if (command === 'list') {
    for (const entry of versionsOf(site, subject))
      console.log(`${entry.current ? '*' : ' '} ${entry.version}`);
    return;
  }
  if (command === 'deploy') deploy(site, subject);
  else if (command === 'rollback') rollBack(site, subject, version);
  else if (command !== 'assemble') throw new Error(USAGE);
  const { remotes } = await assemble(site);
  for (const remote of remotes) console.log(`${remote.name} ${remote.version}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
