/**
 * Whether worlds of strangers are consistent, and what they consist of: `npx tsx bench/matching/strangers/check.ts [seed ...]`.
 * Exits with 1 when anything is wrong.
 */
import { readCamt, readCsv } from './reading';
import { strangersWorld, type StrangersDeposit, type StrangersWorld } from './world';

/** Of these, cents are what bookings are paid less what was kept. */
const PAYS_NOTHING = ['override/bonus/co-op', 'guest refund', 'client payment', 'duplicate', 'noise'];
const MAY_BE_NEGATIVE = ['recall with number', 'recall without', 'guest refund', 'duplicate', 'noise'];

function faultsOf(world: StrangersWorld): string[] {
  const faults: string[] = [];
  const paid = new Map<number, number>();
  world.months.forEach(({ file, lastDay, deposits }, month) => {
    const read = (file.format === 'csv' ? readCsv : readCamt)(file.text);
    if (read.length !== deposits.length)
      faults.push(`month ${month}: ${read.length} lines read of ${deposits.length}`);
    deposits.forEach((deposit, line) => {
      const where = `month ${month} line ${line} (${deposit.kind})`;
      const says = (fault: string) => faults.push(`${where}: ${fault}`);
      if (deposit.line !== line) says(`is numbered ${deposit.line}`);
      if (read[line]?.cents !== deposit.cents) says(`reads ${read[line]?.cents}, is ${deposit.cents}`);
      if (read[line]?.day !== deposit.day) says(`reads ${read[line]?.day}, is of ${deposit.day}`);
      if (deposit.day.slice(0, 7) !== lastDay.slice(0, 7)) says('is of another month');
      if (deposit.cents === 0 || !Number.isInteger(deposit.cents)) says('has no amount');
      if (deposit.cents < 0 && !MAY_BE_NEGATIVE.includes(deposit.kind)) says('is negative');
      for (const fault of sums(world, deposit, paid)) says(fault);
    });
  });
  for (const [booking, cents] of paid)
    if (cents < 0) faults.push(`booking ${booking} has given back more than it got`);
  return faults;
}

function sums(world: StrangersWorld, deposit: StrangersDeposit, paid: Map<number, number>): string[] {
  const faults: string[] = [];
  const { pays, kind, statement } = deposit;
  const sum = pays.reduce((total, { cents }) => total + cents, 0);
  if (PAYS_NOTHING.includes(kind)) {
    if (pays.length || deposit.unentered || deposit.fee || statement) faults.push('pays something');
    return faults;
  }
  if (sum + deposit.unenteredCents - deposit.fee !== deposit.cents)
    faults.push(`sums to ${sum} + ${deposit.unenteredCents} - ${deposit.fee}`);
  if (deposit.fee !== 0 && !statement) faults.push('has a fee nobody can know');
  if (statement && !statement.text.trim()) faults.push('has an empty statement');
  if (statement && (statement.format === 'xlsx-rows') !== Array.isArray(statement.rows))
    faults.push('has no cells');
  if (pays.length + deposit.unentered === 0) faults.push('pays nothing');
  for (const { booking, cents } of pays) {
    const known = world.bookings[booking];
    if (!known?.entered) faults.push(`pays booking ${booking}, which nobody entered`);
    if (known && known.recordedOn > (world.months.at(-1)?.lastDay ?? ''))
      faults.push(`pays booking ${booking} of another year`);
    if (cents === 0) faults.push(`pays nothing of booking ${booking}`);
    paid.set(booking, (paid.get(booking) ?? 0) + cents);
  }
  return faults;
}

/** Nothing in text or statement says what it pays, and the amount is not that of its bookings: no careful person can be sure. */
function isDark(
  world: StrangersWorld,
  { kind, statement, pays, unentered, cents }: StrangersDeposit,
): boolean {
  if (statement || !['lump unnamed', 'check', 'no reference'].includes(kind)) return false;
  return (
    unentered > 0 ||
    pays.reduce((sum, { booking }) => sum + (world.bookings[booking]?.commission ?? 0), 0) !== cents
  );
}

function print(world: StrangersWorld): void {
  const deposits = world.months.flatMap((month) => month.deposits);
  const money = deposits.filter(
    ({ pays, unentered, cents }) => (pays.length > 0 || unentered > 0) && cents > 0,
  );
  const sizes = money.map(({ pays, unentered }) => pays.length + unentered).sort((a, b) => a - b);
  const lumps = sizes.filter((size) => size > 1);
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  const lumpsWith = money.filter(
    ({ pays, unentered, statement }) => pays.length + unentered > 1 && statement,
  ).length;
  console.log(
    `seed ${world.seed} ${world.region}: ${world.bookings.length} bookings, ${deposits.length} lines, ${money.length} deposits`,
  );
  console.log(
    `  lumps ${share(lumps.length, money.length)}, median ${lumps[lumps.length >> 1]}, largest ${lumps.at(-1)}, with statement ${share(lumpsWith, lumps.length)}`,
  );
  const dark = money.filter((deposit) => isDark(world, deposit)).length;
  console.log(`  neither reference nor statement, and another amount than due: ${share(dark, money.length)}`);
  const open = world.bookings.filter(
    ({ entered, markedReceivedOn }) => entered && markedReceivedOn === null,
  ).length;
  const ever = new Set(money.flatMap(({ pays }) => pays.map(({ booking }) => booking))).size;
  console.log(
    `  entered ${world.bookings.filter(({ entered }) => entered).length}, paid in a file ${ever}, not marked by hand ${open}, without reference ${world.bookings.filter(({ entered, typed }) => entered && typed === null).length}`,
  );
  const kinds = new Map<string, number>();
  for (const { kind } of deposits) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1]))
    console.log(`  ${kind.padEnd(22)}${String(count).padStart(5)}`);
}

const asked = process.argv.slice(2).map(Number);
let wrong = 0;
for (const seed of asked.length ? asked : [0, 1, 2]) {
  const world = strangersWorld(seed);
  if (JSON.stringify(world) !== JSON.stringify(strangersWorld(seed)))
    throw new Error(`Seed ${seed} makes two worlds`);
  const faults = faultsOf(world);
  print(world);
  for (const fault of faults.slice(0, 20)) console.log(`  WRONG ${fault}`);
  wrong += faults.length;
}
process.exitCode = wrong ? 1 : 0;
