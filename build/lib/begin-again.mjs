/** What `npm start` does with data of a version whose database cannot be carried over. */
import readline from 'node:readline/promises';
import { bold, Refusal, say } from './console.mjs';

/** How to begin again. @param {string} data the folder */
export const wayOut = (data) =>
  `To begin again with new demo data: npm start -- --begin-again. It deletes everything in ${data}.`;

/**
 * Whether everything in `data` is to be deleted: said by `--begin-again`, or asked where somebody can answer.
 * @param {Error} reason why the data is of no use
 * @param {string} data the folder
 * @throws Refusal with the way out, where nobody can answer
 */
export async function mayBeginAgain(reason, data) {
  if (process.argv.includes('--begin-again')) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Refusal(`${reason.message}\n${wayOut(data)}`);
  say(bold(reason.message));
  const prompt = readline.createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    `Begin again with new demo data? Everything in ${data} is deleted. [y/N] `,
  );
  prompt.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  throw new Refusal(`Nothing was changed. ${wayOut(data)}`);
}
