/**
 * `npm run contract:report`: what deployed remotes use of the shell and the database, as text in dist/contract, and what has changed of it
 * since the last release.
 */
import fs from 'node:fs';
import path from 'node:path';
import { changesOf } from './changes';
import { problemOf, readReport, reportOfToday } from './parts';

const folder = path.resolve(import.meta.dirname, '../../dist/contract');
const [released, today] = [readReport(), reportOfToday()];
fs.mkdirSync(folder, { recursive: true });
for (const part of ['platform', 'database'] as const) {
  fs.writeFileSync(path.join(folder, `${part}.md`), today[part]);
  for (const { text } of changesOf(released[part], today[part])) console.log(text);
}
const problem = problemOf(released, today);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
