/** `npm run contract:report`: writes down what the shell shares with remotes, once the contract number says how much has changed. */
import fs from 'node:fs';
import { CONTRACT } from '../../shared/src/platform/contract';
import { formatReport, numberProblem, parseReport } from './report';
import { compile, REPORT, surfaceOf } from './surface';

const surface = surfaceOf(compile());
const released = fs.readFileSync(REPORT, 'utf8');
const problem = numberProblem(parseReport(released), CONTRACT, surface);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const text = formatReport({ contract: CONTRACT, members: surface.members });
  fs.writeFileSync(REPORT, text);
  const number = `${CONTRACT.major}.${CONTRACT.minor}`;
  console.log(
    text === released ? `Nothing has changed since contract ${number}.` : `Written for contract ${number}.`,
  );
}
