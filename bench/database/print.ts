import os from 'node:os';
import type { Cost } from './measure';

/** Widths of the columns that follow a name. */
const COLUMNS = `${'db ms'.padStart(8)}${'rest ms'.padStart(9)}${'goal'.padStart(6)}   ratio`;
const ROWS = 'rows'.padStart(8);

/** Prints what the columns are called. @param width of the names @param withRows whether a column counts the rows found */
export function printHead(title: string, width: number, withRows = false): void {
  console.log(`\n${title.padEnd(width)}${withRows ? ROWS : ''}${COLUMNS}`);
}

/** Prints what a question costs, with its ratio to the budget; answers whether it is over it. */
export function printCost(
  name: string,
  width: number,
  { database, rest, count }: Cost,
  budget: number,
  withRows = false,
): boolean {
  const late = database > budget;
  console.log(
    `  ${name}`.padEnd(width) +
      (withRows ? String(count ?? '').padStart(8) : '') +
      `${database.toFixed(1).padStart(8)}${rest.toFixed(0).padStart(9)}${String(budget).padStart(6)}` +
      `   ${(database / budget).toFixed(2)}x${late ? '  ✘' : ''}`,
  );
  return late;
}

/** Prints how busy the machine was. */
export function printLoad(): void {
  const load = os.loadavg().map((average) => average.toFixed(1));
  console.log(`\nLoad while measuring: ${load.join(' ')}`);
}

/** Prints how busy the machine was, and how many answers were over their budgets. */
export function printEnd(over: number): void {
  printLoad();
  console.log(over === 0 ? 'All within the budgets.' : `${over} over budget.`);
}
