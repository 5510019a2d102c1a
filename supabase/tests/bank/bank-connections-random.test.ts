import { createRandom } from '../../seed/random';
import { createAccount, importLines } from '../support/bank';
import { connectAccount, dayFromToday, linesOf, questionsOf, sync } from '../support/bank-connections';
import { sql } from '../support/database';
import { asAnswer, asFile, randomMonth, type TrueLine } from '../support/random-sources';
import { SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Strangers' months: whatever files and syncs come in whatever order, in the end each true line is there once. */

const MONTHS = SOAK ? 400 : 12;
const FIRST = -29;

jest.setTimeout(SOAK ? 60 * 60_000 : 180_000);

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

/** How often each amount of each payer is there. */
const counted = (rows: readonly { amount: string; text: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { amount, text } of rows) {
    const key = `${amount} ${/(ACME|BLUE|FJORD|SILK|COBALT|PIER|SWEEP)/i.exec(text)?.[0].toUpperCase() ?? text}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

const truth = (lines: readonly TrueLine[]) =>
  counted(lines.map(({ amount, provider }) => ({ amount, text: provider.text })));

// Holds bank-18
test.each(Array.from({ length: MONTHS }, (_, n) => SEED + n))(
  'month %i ends with exactly the true lines',
  async (seed) => {
    const random = createRandom(seed);
    const account = await createAccount(agency.admin);
    const month = randomMonth(random, [FIRST, 0]);
    const id = await connectAccount(agency.admin, account, dayFromToday(FIRST));
    const history: string[] = [];
    const bringFile = async () => {
      // A file of whole days; those of one kind are read alike.
      const from = random.between(FIRST, -5);
      const to = random.between(from, 0);
      const kind = random.pick([0, 1] as const);
      history.push(`file ${kind} ${from} to ${to}`);
      await importLines(agency.admin, account, asFile(month, kind, [from, to], random));
    };
    const bringSync = async () => {
      history.push('sync');
      if (random.chance(0.5))
        await sql('update public.bank_connection_accounts set through = null where connection_id = $1', [id]);
      await sync(id, asAnswer(month, random));
    };
    // One kind of file before the first sync: what two kinds of files say is theirs to compare.
    if (random.chance(0.5)) {
      history.push('file first');
      await importLines(agency.admin, account, asFile(month, 0, [FIRST, random.between(FIRST, 0)], random));
    }
    await bringSync();
    for (let n = random.between(2, 6); n > 0; n -= 1) await (random.chance(0.5) ? bringFile() : bringSync());
    await sync(id, asAnswer(month, random));
    expect({ history, lines: counted(await linesOf(account)) }).toEqual({ history, lines: truth(month) });
    expect((await questionsOf(agency)).filter(({ answer }) => answer === null)).toEqual([]);
  },
);
