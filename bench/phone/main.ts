/**
 * `npm run bench phone`: login, list and dashboard on a phone whose processor is a quarter as fast, over a slow 4G, in a browser that has never
 * seen them, as Lighthouse judges them. `--runs 5` is how often, `--screens list` which of them, `--beside <address or file>` what is visited in turn
 * with it (README.md); with the list a bare federated page is (`bare-page`).
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { startStack } from '../../e2e/support/stack';
import { withBarePage } from '../bare-page/serve';
import { runBench } from '../backend';
import { besideOf, paperplane, SCREENS, type App, type Screen } from './apps';
import { bringLighthouse, visit, type Visit } from './lighthouse';
import { medianVisit, paintVerdict, verdict } from './verdict';

/** Takes the apps in turn, so that a busy moment of the machine meets all. @returns of each app the median visit, in their order */
async function visitAll(apps: App[], screen: Screen, runs: number): Promise<Visit[]> {
  const lighthouse = await bringLighthouse();
  const visits: Visit[][] = apps.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, app] of apps.entries()) {
      const signedIn = screen === 'login' ? undefined : app.signedIn;
      visits[index]?.push(await visit(lighthouse, app.addresses[screen], signedIn));
    }
  }
  return visits.map(medianVisit);
}

function screensOf(names: string): Screen[] {
  const chosen = SCREENS.filter((screen) => names.split(',').includes(screen));
  if (chosen.length === 0) throw new Error(`--screens takes some of ${SCREENS.join(', ')}`);
  return chosen;
}

/** @returns how many figures are over their goals */
async function compare(screens: Screen[], runs: number, here: App, bare: App, beside?: App): Promise<number> {
  console.log(
    `390 px, processor at a quarter, slow 4G, nothing cached; medians of ${runs}${beside ? ` / ${beside.name}` : ''}\n`,
  );
  console.log(
    `${''.padEnd(12)}${['blocked ms', 'main thread ms', 'largest paint ms', 'layout shift', 'points'].map((word) => word.padStart(26)).join('')}`,
  );
  let over = 0;
  for (const screen of screens) {
    const apps = [here, ...(screen === 'list' ? [bare] : []), ...(beside ? [beside] : [])];
    const visits = await visitAll(apps, screen, runs);
    const of = (app?: App) => visits[apps.findIndex((each) => each === app)];
    const ours = of(here);
    if (!ours) continue;
    const { cells, missed } = verdict(screen, ours, of(beside));
    console.log(screen.padEnd(12) + cells.map((cell) => cell.padStart(26)).join(''));
    over += missed;
    const barest = of(bare);
    if (!barest) continue;
    const paint = paintVerdict(ours, barest);
    console.log(`${''.padEnd(12)}largest paint beside ${bare.name}: ${paint.cell}`);
    over += paint.missed;
  }
  return over;
}

runBench(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      screens: { type: 'string', default: SCREENS.join() },
      beside: { type: 'string' },
    },
  });
  const screens = screensOf(values.screens);
  const stack = await startStack();
  try {
    const here = await paperplane('here', stack.url);
    const beside = values.beside ? await besideOf(values.beside) : undefined;
    const over = await withBarePage((bare) => compare(screens, Number(values.runs), here, bare, beside));
    console.log(
      '\nGoals: layout shift 0.05; points 90 / 80 / 75 or 1.8x those beside; largest paint 0.5x, list and dashboard blocked 0.25x of what is beside.',
    );
    console.log(
      `Load of the machine: ${(os.loadavg()[0] ?? 0).toFixed(1)}. ${over === 0 ? 'All within the goals.' : `${over} over the goals.`}`,
    );
  } finally {
    await stack.stop();
  }
});
