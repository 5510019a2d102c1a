import { act, actTheRest, drawn, type Deeds } from '../support/agreements-deeds';
import { MONEY_DEEDS } from '../support/agreements-money-deeds';
import { SALE_DEEDS } from '../support/agreements-sale-deeds';
import { createWorld, TERMS_DEEDS } from '../support/agreements-terms';
import { createAccount } from '../support/bank';
import { BOOKS_DEEDS, firstOpen } from '../support/journal-books-deeds';
import { wrongJournal } from '../support/journal-checks';
import { bankDeeds, type Books } from '../support/journal-deeds';
import { JournalExports } from '../support/journal-exports';
import { JournalLedger } from '../support/journal-ledger';
import { ledgerFactsOf, payingAccount } from '../support/journal-ledger-facts';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';

/**
 * docs/product/books.md against a ledger that a judge keeps by hand who read the document alone: random agencies go through random years by the functions
 * that people have, and after a few deeds every line of every month's journal, by both recognitions, is the ledger's, and every exported month what it was.
 */
const [AGENCIES, ROUNDS, STEPS] = SOAK ? [12, 40, 25] : [1, 3, 30];
jest.setTimeout(SOAK ? 60 * 60_000 : 240_000);

/** Deeds that the books have of their own. */
const REPLACED = new Set(['close the books', 'recall by hand']);

/** Years of their own, beside those of every-cent.test.ts. */
const FIRST = HISTORY_SEED + 399;

// Holds books-13, books-18, books-38
test.each(Array.from({ length: AGENCIES }, (_, n) => FIRST + n))(
  'the journal of the year of seed %i equals a ledger kept by hand, line by line',
  async (seed) => {
    const world = await createWorld(randomOf(seed), seed === FIRST);
    const { agency, below } = world;
    const accounts = [await createAccount(agency.admin)];
    if (below(2)) accounts.push(await createAccount(agency.admin));
    const books: Books = {
      ...{
        open: '1900-01-01',
        closedThrough: null,
        since: null,
        exportedThrough: null,
        paying: new Map(),
        accounts,
      },
    };
    const ledger = new JournalLedger();
    const basis = seed % 2 ? 'expected' : 'received';
    const exports = new JournalExports(world, books, ledger, basis);
    const deeds: Deeds = [
      ...SALE_DEEDS,
      ...MONEY_DEEDS.filter(([name]) => !REPLACED.has(name)),
      ...TERMS_DEEDS,
      ...bankDeeds(books),
      ...BOOKS_DEEDS(books),
      ['begin the journal', 3, exports.begin],
      ['export a month', 4, exports.export],
      ['pay from another account', 1, exports.payFrom],
      ['open another bank account', 1, exports.openAccount],
    ];
    const does = async (deed: Deeds[number]) => {
      await act(world, deed).catch((thrown: unknown) => {
        throw new Error(`seed ${seed}, ${deed[0]}: ${String(thrown)}\n${world.log.join('\n')}`);
      });
      books.open = firstOpen(books);
      ledger.paying = await payingAccount(agency.organizationId);
      ledger.observe(await ledgerFactsOf(agency.organizationId), books.open);
    };
    const check = async (round: number) => {
      const wrong = [...(await wrongJournal(world, ledger, books, basis)), ...(await exports.wrong())];
      const log = wrong.length > 0 ? world.log : [];
      expect({ seed, round, wrong, log }).toEqual({ seed, round, wrong: [], log: [] });
    };
    const sales = SALE_DEEDS.filter(([name]) => name.startsWith('sell') || name === 'customer pays');
    for (let n = 0; n < 16; n += 1) await does(drawn(world, sales));
    await check(0);
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let n = 0; n < STEPS; n += 1) await does(drawn(world, deeds));
      await check(round);
    }
    // In the first agency everything is done, and every fact has stood in the journal.
    if (seed !== FIRST) return;
    expect(await actTheRest(world, deeds, does)).toEqual([]);
    const payouts = deeds.filter(([name]) => /payout|bonus or correction|recall|void|pays$|sell/.test(name));
    for (let n = 0; n < 150 && ledger.unseen().length > 0; n += 1) await does(drawn(world, payouts));
    expect(ledger.unseen()).toEqual([]);
    await check(ROUNDS + 1);
  },
);
