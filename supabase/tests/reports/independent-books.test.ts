import * as bank from '../support/independent-bank-deeds';
import { compareApi, compareCards } from '../support/independent-cards';
import { compareExports, compareJournal, compareYear } from '../support/independent-files';
import * as pay from '../support/independent-pay-deeds';
import { compareReports } from '../support/independent-reports';
import { compareScreens } from '../support/independent-screens';
import * as sales from '../support/independent-sale-deeds';
import { Tally } from '../support/independent-tally';
import { auditWorld, oneOf, type AuditWorld } from '../support/independent-world';
import { HISTORY_SEED as SEED, SOAK } from '../support/soak';

const planOf = (tally: Tally): readonly (readonly [name: string, weight: number, deed: sales.Deed])[] => [
  ['record', 10, sales.record],
  ['change', 3, sales.change],
  ['customer pays', 6, sales.customerPays],
  ['cancel', 1, sales.cancel],
  ['cancel commission', 1, sales.cancelCommission],
  ['merge', 1, sales.merge],
  ['deposit', 6, bank.deposit],
  ['manual receipt', 3, bank.manualReceipt],
  ['receipt back', 1, bank.takeReceiptBack],
  ['recall', 2, bank.recall],
  ['undo match', 1, bank.undoMatch],
  ['hold', 1, bank.hold],
  ['release', 1, bank.release],
  ['pay the seller', 2, pay.paySeller],
  ['payout', 1, pay.payout(tally)],
  ['void', 1, pay.voidPayment],
  ['close the books', 4, pay.close],
];

async function doSome(world: AuditWorld, tally: Tally, count: number): Promise<void> {
  const plan = planOf(tally);
  const weights = plan.reduce((sum, [, weight]) => sum + weight, 0);
  for (let n = 0; n < count; n += 1) {
    let at = world.below(weights);
    const picked = plan.find(([, weight]) => (at -= weight) < 0);
    if (!picked) continue;
    const [name, , deed] = picked;
    try {
      if (await deed(world)) world.deeds.set(name, (world.deeds.get(name) ?? 0) + 1);
    } catch (error) {
      const text = `${name}: ${(error as Error).message}`;
      world.refused.set(text, (world.refused.get(text) ?? 0) + 1);
    }
  }
}

const STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled', 'booked', 'paid'];

async function compareAll(world: AuditWorld, tally: Tally): Promise<void> {
  const { agency, below } = world;
  const all = { from: '2026-01-01', to: '2027-12-31' };
  await compareReports(world, tally, agency.admin, all);
  const readers = SOAK ? [...world.sellers, agency.admin] : world.sellers;
  const reader = oneOf(world, readers) ?? agency.admin;
  const status = oneOf(world, STATUSES) ?? '';
  await compareReports(world, tally, reader, {
    from: `2026-0${1 + below(6)}-01`,
    to: `2026-${['09-30', '10-15', '11-30'][below(3)]}`,
    ...(below(2) && { status }),
    ...(below(3) === 0 && { vendor: world.vendors[0] }),
    ...(below(3) === 0 && { agent: oneOf(world, world.sellers)?.id }),
  });
  if (!SOAK) return;
  const agent = oneOf(world, world.sellers.slice(1)) ?? agency.agent;
  await compareReports(world, tally, agent, all);
}

it.each([
  [false, false],
  [true, true],
])(
  `agrees with books kept from the documents, deposits matched %s, paid on received %s, seed ${SEED}`,
  async (depositMatched, paidOnReceived) => {
    const started = Date.now();
    const world = await auditWorld(SEED + Number(depositMatched), { depositMatched, paidOnReceived });
    const tally = new Tally();
    const rounds = SOAK ? 30 : 1;
    for (let round = 0; round < rounds; round += 1) {
      await doSome(world, tally, SOAK ? 40 : 70);
      await compareScreens(world, tally, world.agency.admin);
      for (const one of world.sellers) await compareScreens(world, tally, one);
      await compareCards(world, tally);
      await compareApi(world, tally);
      await compareYear(world, tally);
      await compareExports(world, tally);
      await compareJournal(world, tally);
      await compareAll(world, tally);
      if (tally.differences.length > 0) break;
    }
    const said = [
      `${tally.count} figures, ${tally.differences.length} differences, seed ${SEED}, ${Date.now() - started} ms`,
      JSON.stringify([...world.deeds]),
      ...[...world.refused].map(([text, times]) => `${times} refused ${text}`),
      tally.summary(),
    ];
    process.stdout.write(`${said.join('\n')}\n`);
    expect(tally.differences.slice(0, 20)).toEqual([]);
  },
  SOAK ? 3_600_000 : 120_000,
);
