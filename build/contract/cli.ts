/** `npm run contract:report`: writes down what the shell shares with remotes, once the contract number says how much has changed. */
import fs from 'node:fs';
import { numberProblem } from './changes';
import { REPORT, reportOn, SOURCES } from './report';

const today = reportOn(SOURCES);
const problem = numberProblem(fs.readFileSync(REPORT, 'utf8'), today);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  fs.writeFileSync(REPORT, today);
}
