/**
 * `npm run bench matching [seeds] [bookings] [speed|fresh|no] [within]`: how right the matching of deposits is, on worlds of strangers whose
 * truth is known (strangers/, judge.ts), and what it costs (speed.ts). Goals: the right answer first for 88 % of what pays
 * commissions, 45 % of it certain, 99.9 % of what is certain right; 10,000 lines against 100,000 open commissions in 10 s of database
 * time (`fresh`: the first import of an agency that was filled a second ago, fresh.ts). Odd seeds are for tuning, even ones for judging: `seeds` counts even ones. `within`: percent that may be missing of what
 * is certain, as an owner may set it.
 */
import { withClient } from '../../supabase/local/src/index';
import { runBench, withBackend } from '../backend';
import { printLoad } from '../database/print';
import { measureFresh } from './fresh';
import { judge, PAYS_NOTHING, type Judged, type Verdicts } from './judge';
import { measureSpeed } from './speed';
import { strangersWorld } from './strangers/world';

const FIRST = 0.88;
const CERTAIN = 0.45;
const PRECISION = 0.999;

const percent = (part: number, all: number) =>
  (all ? `${((100 * part) / all).toFixed(1)} %` : '-').padStart(8);

/** The least share of right ones among `all` that so few wrong ones allow, at 95 % (Wilson). */
function leastShare(right: number, all: number): number {
  if (all === 0) return 0;
  const z = 1.645;
  const share = right / all;
  const middle = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return (middle - spread) / (1 + (z * z) / all);
}

const sum = (all: Judged[]): Judged =>
  all.reduce(
    (a, b) => ({
      deposits: a.deposits + b.deposits,
      certain: a.certain + b.certain,
      wrong: a.wrong + b.wrong,
      first: a.first + b.first,
    }),
    { deposits: 0, certain: 0, wrong: 0, first: 0 },
  );

/** Prints how each kind fared. @returns whether the goals are reached */
function print(verdicts: Verdicts): boolean {
  console.log(
    `${'kind'.padEnd(22)}${'lines'.padStart(7)}${'first'.padStart(9)}${'certain'.padStart(9)}${'wrong'.padStart(7)}`,
  );
  for (const [kind, { deposits, first, certain, wrong }] of [...verdicts].sort())
    console.log(
      `${kind.padEnd(22)}${String(deposits).padStart(7)} ${percent(first, deposits)} ${percent(certain, deposits)}${String(wrong).padStart(7)}`,
    );
  const all = sum([...verdicts.values()]);
  const paying = sum([...verdicts].filter(([kind]) => !PAYS_NOTHING.includes(kind)).map(([, one]) => one));
  const precision = (all.certain - all.wrong) / all.certain;
  console.log(
    `\nof ${paying.deposits} that pay commissions: the right answer first ${percent(paying.first, paying.deposits).trim()} (goal 88), certain ${percent(paying.certain, paying.deposits).trim()} (goal 45); of ${all.certain} certain ones ${(100 * precision).toFixed(2)} % right (goal 99.9), at least ${(100 * leastShare(all.certain - all.wrong, all.certain)).toFixed(2)} % at 95 %`,
  );
  return (
    paying.first / paying.deposits >= FIRST &&
    paying.certain / paying.deposits >= CERTAIN &&
    precision >= PRECISION
  );
}

async function main([
  seeds = '3',
  bookings = '1000',
  speed = 'speed',
  within = '0',
]: string[]): Promise<void> {
  let good = true;
  await withBackend(async ({ dbUrl }, superuser) => {
    const verdicts: Verdicts = new Map();
    await withClient(dbUrl, async (client) => {
      for (let seed = 1; seed <= Number(seeds); seed += 1) {
        const start = Date.now();
        await judge(client, strangersWorld(seed * 2, Number(bookings)), verdicts, Number(within));
        console.log(`world ${seed * 2}: ${Math.round((Date.now() - start) / 1000)} s`);
      }
    });
    if (Number(seeds) > 0) good = print(verdicts);
    if (speed === 'speed') good = (await measureSpeed(dbUrl, superuser)) && good;
    if (speed === 'fresh') good = (await measureFresh(dbUrl, superuser)) && good;
  });
  printLoad();
  if (!good) process.exitCode = 1;
}

runBench(main);
