/**
 * `npm run bench journeys [files]`: the journeys of the browser tests on a processor slowed down to a sixth, and how long people wait on each page
 * until an interaction has painted (web-vitals' INP, of each visit of a page its slowest interaction).
 */
import { chromium } from '@playwright/test';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOnSignals, run } from '../../build/lib/children.mjs';
import { freePorts } from '../../e2e/support/stack';
import { runBench } from '../backend';
import { BINDING, measureInteractions, type Interaction } from './interactions';
import { watchPages } from './watch-pages';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const SLOWER = 6;
const GOAL = 200;
const WORST = 12;

/** Runs journeys in a browser that tells of every visit. @returns the slowest interaction of each */
async function take(files: string[]): Promise<Interaction[]> {
  const [port = 0] = await freePorts(1);
  const slowest = new Map<string, Interaction>();
  const executablePath = process.env['PAPERPLANE_CHROMIUM'];
  const server = await chromium.launchServer({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    const stop = await watchPages(
      port,
      (page) => measureInteractions(page, SLOWER),
      (binding, payload) => {
        if (binding !== BINDING) return;
        const interaction = JSON.parse(payload) as Interaction;
        slowest.set(interaction.visit, interaction);
      },
    );
    // One after another: two journeys at once would wait for each other's processor.
    const options = [
      '--project=journeys',
      '--workers=1',
      '--retries=0',
      '--reporter=dot',
      '--timeout=300000',
    ];
    const cli = path.join(REPOSITORY, 'node_modules/playwright/cli.js');
    const args = [cli, 'test', '-c', path.join(REPOSITORY, 'e2e/playwright.config.ts'), ...options, ...files];
    const env = { PAPERPLANE_BROWSER: server.wsEndpoint() };
    await run(process.execPath, args, { cwd: REPOSITORY, env });
    stop();
  } finally {
    await server.close();
  }
  return [...slowest.values()].sort((a, b) => b.time - a.time);
}

/** The time that three of four visits keep. */
const p75 = (sorted: Interaction[]): number => sorted[Math.floor(sorted.length / 4)]?.time ?? NaN;

function printRoutes(all: Interaction[]): void {
  console.log(
    `\n${'page'.padEnd(44)}${'visits'.padStart(8)}${'p75 ms'.padStart(8)}${'worst ms'.padStart(10)}`,
  );
  const visitsOf = (route: string) => all.filter((each) => each.route === route);
  const routes = [...new Set(all.map(({ route }) => route))].map(
    (route) => [route, visitsOf(route)] as const,
  );
  for (const [route, visits] of routes.sort(([, a], [, b]) => p75(b) - p75(a))) {
    const figures = [visits.length, p75(visits), visits[0]?.time ?? NaN].map((value) => value.toFixed(0));
    const [count = '', usual = '', worst = ''] = figures;
    console.log(`${route.padEnd(44)}${count.padStart(8)}${usual.padStart(8)}${worst.padStart(10)}`);
  }
}

function printWorst(all: Interaction[]): void {
  console.log(
    `\nThe slowest: ms (until the page listened + handled + painted), page, element, what ran longest`,
  );
  for (const { time, parts, route, kind, element, script } of all.slice(0, WORST)) {
    const sum = parts.map((part) => part.toFixed(0)).join(' + ');
    console.log(`  ${time.toFixed(0)} (${sum})  ${route}  ${kind} ${element}  ${script}`);
  }
}

endOnSignals();
runBench(async (args) => {
  const files = args.length > 0 ? args : ['e2e/journeys'];
  const found = await take(files);
  printRoutes(found);
  printWorst(found);
  const value = p75(found);
  console.log(
    `\nInteraction to next paint at p75 of ${found.length} visits, processor at a sixth: ${value.toFixed(0)} ms, goal ${GOAL}${value > GOAL ? ' ✘' : ''}`,
  );
});
