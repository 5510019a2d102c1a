/**
 * `npm run bench phone`: login, list and dashboard on a phone whose processor is a quarter as fast, over a slow 4G, in a browser that has never
 * seen them, as Lighthouse judges them. `--runs 5` is how often, `--beside <address or file>` what is visited in turn with it (README.md).
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { startStack } from '../../e2e/support/stack';
import { runBench } from '../backend';
import { besideOf, paperplane, SCREENS, type App, type Screen } from './apps';
import { bringLighthouse, visit, type Visit } from './lighthouse';
import { medianVisit, verdict } from './verdict';

/** Takes the apps in turn, so that a busy moment of the machine meets all. @returns the visits of each app */
async function visitAll(apps: App[], screen: Screen, runs: number): Promise<Visit[][]> {
  const lighthouse = await bringLighthouse();
  const visits: Visit[][] = apps.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, app] of apps.entries()) {
      const signedIn = screen === 'login' ? undefined : app.signedIn;
      visits[index]?.push(await visit(lighthouse, app.addresses[screen], signedIn));
    }
  }
  return visits;
}

runBench(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '5' }, beside: { type: 'string' } },
  });
  const runs = Number(values.runs);
  const stack = await startStack();
  try {
    const apps = [
      await paperplane('here', stack.url),
      ...(values.beside ? [await besideOf(values.beside)] : []),
    ];
    console.log(
      `390 px, processor at a quarter, slow 4G, nothing cached; medians of ${runs}${apps[1] ? ` / ${apps[1].name}` : ''}\n`,
    );
    console.log(
      `${''.padEnd(12)}${['blocked ms', 'main thread ms', 'largest paint ms', 'layout shift', 'points'].map((word) => word.padStart(26)).join('')}`,
    );
    let over = 0;
    for (const screen of SCREENS) {
      const [here, beside] = (await visitAll(apps, screen, runs)).map(medianVisit);
      if (!here) continue;
      const { cells, missed } = verdict(screen, here, beside);
      console.log(screen.padEnd(12) + cells.map((cell) => cell.padStart(26)).join(''));
      over += missed;
    }
    console.log(
      '\nGoals: layout shift 0.05; points 90 / 80 / 75 or 1.8x those beside; list and dashboard blocked 0.25x of what is beside.',
    );
    console.log(
      `Load of the machine: ${(os.loadavg()[0] ?? 0).toFixed(1)}. ${over === 0 ? 'All within the goals.' : `${over} over the goals.`}`,
    );
  } finally {
    await stack.stop();
  }
});
