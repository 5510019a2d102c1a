import { keepPaid, wrongCents } from '../support/agreements-checks';
import { act, actTheRest, drawn, type Deeds } from '../support/agreements-deeds';
import { besideOf, changedPast, pastOf, type Past } from '../support/agreements-facts';
import { wrongReady } from '../support/agreements-ready';
import { MONEY_DEEDS } from '../support/agreements-money-deeds';
import { SALE_DEEDS } from '../support/agreements-sale-deeds';
import { createWorld, TERMS_DEEDS } from '../support/agreements-terms';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';

/**
 * Every cent of a commission ends in one place (docs/product/agreements.md, Which split applies). Random agencies with random terms go through random
 * histories by the functions that people have; after a few deeds each share, statement and purse is that of a judge who read the document alone, what
 * can be paid is one amount wherever it is read, and nothing that was written before says something else.
 */
const [AGENCIES, ROUNDS, STEPS] = SOAK ? [12, 40, 25] : [2, 3, 20];
jest.setTimeout(SOAK ? 60 * 60_000 : 240_000);

const DEEDS: Deeds = [...SALE_DEEDS, ...MONEY_DEEDS, ...TERMS_DEEDS];

// Holds agreements-43, payouts-1
test.each(Array.from({ length: AGENCIES }, (_, n) => HISTORY_SEED + n))(
  'every cent of the history of seed %i is in one place',
  async (seed) => {
    const world = await createWorld(randomOf(seed), seed === HISTORY_SEED);
    let past: Past = new Map();
    const seen = new Set<string>();
    const check = async (round: number) => {
      await keepPaid(world);
      const now = await pastOf(world.agency.organizationId);
      const wrong = [...(await wrongCents(world)), ...(await wrongReady(world)), ...changedPast(past, now)];
      past = now;
      for (const { role } of await besideOf(world.agency.organizationId)) seen.add(role);
      expect({ round, wrong, log: wrong.length > 0 ? world.log : [] }).toEqual({ round, wrong: [], log: [] });
    };
    const sales = SALE_DEEDS.filter(([name]) => name.startsWith('sell') || name === 'customer pays');
    for (let n = 0; n < 16; n += 1) await act(world, drawn(world, sales));
    await check(0);
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let n = 0; n < STEPS; n += 1) await act(world, drawn(world, DEEDS));
      await check(round);
    }
    // In the first agency each deed is done: a history without payouts would prove little.
    if (seed !== HISTORY_SEED) return;
    expect(await actTheRest(world, DEEDS)).toEqual([]);
    await check(ROUNDS + 1);
    expect([...seen].sort()).toEqual(['override', 'override_charge', 'tier_correction']);
  },
);
