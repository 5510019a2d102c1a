import { act, actTheRest, drawn, type Deeds } from '../support/agreements-deeds';
import { MONEY_DEEDS } from '../support/agreements-money-deeds';
import { SALE_DEEDS } from '../support/agreements-sale-deeds';
import { createWorld, TERMS_DEEDS } from '../support/agreements-terms';
import { createAccount } from '../support/bank';
import { BOOKS_DEEDS, firstOpen } from '../support/journal-books-deeds';
import { bankDeeds, type Books } from '../support/journal-deeds';
import { faults } from '../support/payouts';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';
import { wrongReports } from '../support/world-reports';

/**
 * Reports of agencies with all that is agreed: fees, penalties, co-sellers, referrals, overrides and tiers, paid together and alone, beside deposits that are
 * taken back, payments that come back and books that close. Whatever happened, every report answers everybody, its rows are its figures, the
 * sums that jobs keep are those of the rows, and no job fails.
 */
const [AGENCIES, ROUNDS, STEPS] = SOAK ? [12, 20, 40] : [1, 1, 60];
jest.setTimeout(SOAK ? 60 * 60_000 : 240_000);

/** Deeds that the books have of their own. */
const REPLACED = new Set(['close the books', 'recall by hand', 'pay a payout']);

/** Years of their own, beside those of every-cent.test.ts and the journal. */
const FIRST = HISTORY_SEED + 799;

// Holds reports-3
test.each(Array.from({ length: AGENCIES }, (_, n) => FIRST + n))(
  'reports say one thing of the history of seed %i, and jobs do their work',
  async (seed) => {
    const world = await createWorld(randomOf(seed), true);
    const { agency } = world;
    const books: Books = {
      ...{ open: '1900-01-01', closedThrough: null, since: null, exportedThrough: null },
      ...{ paying: new Map(), accounts: [await createAccount(agency.admin)] },
    };
    const deeds: Deeds = [
      ...SALE_DEEDS,
      ...MONEY_DEEDS.filter(([name]) => !REPLACED.has(name)),
      ...TERMS_DEEDS,
      ...bankDeeds(books),
      ...BOOKS_DEEDS(books),
    ];
    const does = async (deed: Deeds[number]) => {
      await act(world, deed).catch((thrown: unknown) => {
        throw new Error(`seed ${seed}, ${deed[0]}: ${String(thrown)}\n${world.log.join('\n')}`);
      });
      books.open = firstOpen(books);
    };
    const check = async (round: number) => {
      const wrong = [...(await wrongReports(world)), ...(await faults(agency.organizationId))];
      const log = wrong.length > 0 ? world.log : [];
      expect({ seed, round, wrong, log }).toEqual({ seed, round, wrong: [], log: [] });
    };
    const sales = SALE_DEEDS.filter(([name]) => name.startsWith('sell') || name === 'customer pays');
    for (let n = 0; n < 16; n += 1) await does(drawn(world, sales));
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let n = 0; n < STEPS; n += 1) await does(drawn(world, deeds));
      await check(round);
    }
    // Each deed was done: a share of a fee that nobody was paid would prove little.
    if (seed !== FIRST) return;
    expect(await actTheRest(world, deeds, does)).toEqual([]);
    await check(ROUNDS + 1);
  },
);
