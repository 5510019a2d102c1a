/** `npm run contract:report`: writes down what deployed remotes use of the shell and the database, once the contract number says how much has changed. */
import { numberProblem } from './changes';
import { readReport, reportOfToday, wholeOf, writeReport } from './parts';

const today = reportOfToday();
const problem = numberProblem(wholeOf(readReport()), wholeOf(today));
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  writeReport(today);
}
