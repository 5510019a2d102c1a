/**
 * `npm run bench matching [seeds] [bookings] [speed | fresh | no]`: how right the matching of deposits is, on worlds whose truth is known (world.ts), and
 * what it costs (speed.ts), also in a database that was filled a second ago (fresh.ts). Goals: of what is certain 99.5 % right, 85 % of what pays commissions found without a search, 10,000
 * lines against 100,000 open commissions in 10 s of database time.
 */
import { withClient } from '../../supabase/local/src/database/with-client';
import { runBench, withBackend } from '../backend';
import { printLoad } from '../database/print';
import { measureFresh } from './fresh';
import { play, type Score, type Scores } from './play';
import { measureSpeed } from './speed';
import { worldOf } from './world';

const PRECISION = 0.995;
const FOUND = 0.85;

const percent = (part: number, all: number) =>
  (all ? `${((100 * part) / all).toFixed(1)} %` : '-').padStart(8);

function print(scores: Scores): boolean {
  const line = (name: string, { deposits, certain, wrong, first, money }: Score) =>
    console.log(
      `${name.padEnd(14)}${String(deposits).padStart(8)}${String(certain).padStart(9)}${percent(certain - wrong, certain)}${percent(first, deposits)}${`$${(money / 100).toFixed(2)}`.padStart(14)}`,
    );
  console.log(
    `${'kind'.padEnd(14)}${'lines'.padStart(8)}${'certain'.padStart(9)}${'right'.padStart(8)}${'found'.padStart(8)}${'wrong money'.padStart(14)}`,
  );
  for (const [kind, score] of scores) line(kind, score);
  const sum = (kinds: Score[]): Score =>
    kinds.reduce((a, b) => ({
      deposits: a.deposits + b.deposits,
      certain: a.certain + b.certain,
      wrong: a.wrong + b.wrong,
      first: a.first + b.first,
      money: a.money + b.money,
    }));
  const all = sum([...scores.values()]);
  const paying = sum(
    [...scores].filter(([kind]) => kind !== 'noise' && kind !== 'not entered').map(([, score]) => score),
  );
  const precision = (all.certain - all.wrong) / all.certain;
  const share = paying.first / paying.deposits;
  console.log(
    `\nprecision of what is certain ${(100 * precision).toFixed(2)} % (goal 99.5), found without a search ${(100 * share).toFixed(1)} % (goal 85), certain ${percent(paying.certain, paying.deposits).trim()}`,
  );
  return precision >= PRECISION && share >= FOUND;
}

async function main([seeds = '3', bookings = '1200', speed = 'speed']: string[]): Promise<void> {
  let good = true;
  await withBackend(async ({ dbUrl }, superuser) => {
    const scores: Scores = new Map();
    await withClient(dbUrl, async (client) => {
      for (let seed = 1; seed <= Number(seeds); seed += 1) {
        const start = Date.now();
        await play(client, worldOf(seed * 7919, Number(bookings)), seed, scores);
        console.log(`world ${seed}: ${Math.round((Date.now() - start) / 1000)} s`);
      }
    });
    if (Number(seeds) > 0) good = print(scores);
    if (speed === 'speed') good = (await measureSpeed(dbUrl, superuser)) && good;
  });
  if (speed === 'speed' || speed === 'fresh')
    good = (await withBackend(({ dbUrl }, superuser) => measureFresh(dbUrl, superuser))) && good;
  printLoad();
  if (!good) process.exitCode = 1;
}

runBench(main);
