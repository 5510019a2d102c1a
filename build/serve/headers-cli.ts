/** `npm run headers -- --site <folder>`: the headers a static host has to send for this site. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FORMATS, isFormat } from './header-formats';
import { siteHeaders } from './headers';

const USAGE = `Usage: npm run headers -- --site <folder> [--format ${Object.keys(FORMATS).join('|')}]
  The folder holds config.json and remotes.json; run it again when one of them names other servers.`;

function main(): void {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: '.paperplane/site' },
      format: { type: 'string', default: 'json' },
    },
  });
  const site = path.resolve(values.site);
  if (!isFormat(values.format)) throw new Error(`There is no format "${values.format}".\n${USAGE}`);
  const missing = ['config.json', 'remotes.json'].filter((name) => !fs.existsSync(path.join(site, name)));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} not found in ${site}.\n${USAGE}`);
  console.log(FORMATS[values.format](siteHeaders(site)()));
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
