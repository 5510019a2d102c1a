import { sql } from '../support/database';
import {
  clearingFaults,
  entriesOf,
  receivableFaults,
  sums,
  unbalanced,
  type Basis,
} from '../support/journal';
import { booksOf } from '../support/money-books';
import { act, createMoneyHistory, drawn, type MoneyHistory, type Weighted } from '../support/money-history';
import { PAYOUT_OPERATIONS } from '../support/money-payout-operations';
import { SALE_OPERATIONS } from '../support/money-sale-operations';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';

/** docs/product/books.md, Closed months in the journal: a random history, whose months are closed one after the other. */
const [ROUNDS, STEPS] = SOAK ? [30, 60] : [4, 40];
jest.setTimeout(SOAK ? 60 * 60_000 : 600_000);

const BASES: readonly Basis[] = ['expected', 'received'];

/** What the rows say now, whatever their days: in all, the journal says the same. */
const said = async (organizationId: string, basis: Basis) =>
  Object.fromEntries(
    (
      await sql<{ account: string; amount: number }>(
        `select e.account, sum(e.amount)::float as amount
         from private.journal_facts_of_days($1, '1900-01-01', '2199-12-31') f
         join private.journal_rules() r on r.kind = f.kind and r.basis = $2 and r.debit is not null
         cross join lateral (values (r.debit, f.amount), (r.credit, -f.amount)) e(account, amount)
         group by 1 having sum(e.amount) <> 0`,
        [organizationId, basis],
      )
    ).map(({ account, amount }) => [account, amount]),
  );

async function check({ agency, log }: MoneyHistory, closed: ReadonlyMap<string, object>): Promise<void> {
  for (const basis of BASES) {
    const lines = await entriesOf(agency.organizationId, basis);
    const wrong = {
      unbalanced: unbalanced(lines),
      clearing: await clearingFaults(agency.organizationId, basis),
      receivable: await receivableFaults(agency.organizationId),
      accounts: sums(lines, ({ account }) => account),
      closed: [...closed].map(([through]) => closedSums(lines, through)),
    };
    const right = {
      ...{ unbalanced: {}, clearing: [], receivable: [] },
      accounts: await said(agency.organizationId, basis),
      closed: [...closed.values()].map((months) => (months as Record<Basis, object>)[basis]),
    };
    expect({ basis, ...wrong, log: [] }).toEqual({ basis, ...right, log: [] });
  }
  expect(log.length).toBeGreaterThan(0);
}

const closedSums = (lines: Parameters<typeof sums>[0], through: string) =>
  sums(lines.filter(({ day }) => day <= through));

test(`whatever becomes of sales and money, closed months stay and accounts are what rows say: seed ${HISTORY_SEED}`, async () => {
  const history = await createMoneyHistory(randomOf(HISTORY_SEED));
  const { agency, journal } = history;
  const closing = booksOf().operations.filter(([name]) => name === 'close the books');
  const always = [...SALE_OPERATIONS, ...PAYOUT_OPERATIONS];
  const sales = SALE_OPERATIONS.filter(([name]) => name === 'sell' || name === 'customer pays');
  for (let n = 0; n < 24; n += 1) await act(history, drawn(history, sales));
  const closed = new Map<string, Record<Basis, object>>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const operations: Weighted[] = [...always, ...(round > 0 ? closing : [])];
    for (let n = 0; n < STEPS; n += 1) {
      const before = journal.closedThrough;
      await act(history, drawn(history, operations));
      if (journal.closedThrough === before || journal.closedThrough === null) continue;
      const through = journal.closedThrough;
      const [expected = [], received = []] = await Promise.all(
        BASES.map((basis) => entriesOf(agency.organizationId, basis)),
      );
      closed.set(through, {
        expected: closedSums(expected, through),
        received: closedSums(received, through),
      });
    }
    await check(history, closed);
  }
  expect(closed.size).toBeGreaterThan(0);
});
