import { ask, createAccount, importLines, line, vendorNamed } from '../support/bank';
import { match, received } from '../support/bank-matches';
import { closeBooks, matchDeposit, receiptOf } from '../support/books';
import { sqlOne } from '../support/database';
import { booksOf } from '../support/money-books';
import { findings } from '../support/money-checks';
import { act, actTheRest, createMoneyHistory, drawn, type Weighted } from '../support/money-history';
import { PAYOUT_OPERATIONS } from '../support/money-payout-operations';
import { SALE_OPERATIONS } from '../support/money-sale-operations';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';
import { createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

/**
 * docs/product, from "When is commission received" (commissions) to "Aging" (reports): one agency's random history of sales, receipts, matches, payouts, voids and
 * closed books. After each round every sum that somebody is told is that of the judge, who read the document alone.
 */
const [ROUNDS, STEPS, DRAWS] = SOAK ? [40, 60, 30] : [4, 50, 5];
jest.setTimeout(SOAK ? 60 * 60_000 : 600_000);

// Holds commissions-17
test(`every figure is what the document says of the history of seed ${HISTORY_SEED}`, async () => {
  const history = await createMoneyHistory(randomOf(HISTORY_SEED));
  const { operations: books, kept } = booksOf();
  const always = [...SALE_OPERATIONS, ...PAYOUT_OPERATIONS];
  const check = async (round: number) => {
    const wrong = await findings(history, kept(), DRAWS);
    // What was done to whom, to find the few calls that it takes.
    expect({ round, wrong, log: wrong.length > 0 ? history.log : [] }).toEqual({ round, wrong: [], log: [] });
  };
  const sales = SALE_OPERATIONS.filter(([name]) => name === 'sell' || name === 'customer pays');
  for (let n = 0; n < 24; n += 1) await act(history, drawn(history, sales));
  for (let round = 0; round < ROUNDS; round += 1) {
    // Books are closed after a while, and reopened near the end: until then each month is known to the cent.
    const late = books.filter(([name]) => round > 0 && (name === 'close the books' || round >= ROUNDS * 0.7));
    const operations: Weighted[] = [...always, ...late];
    for (let n = 0; n < STEPS; n += 1) await act(history, drawn(history, operations));
    await check(round);
  }
  expect(await actTheRest(history, [...always, ...books])).toEqual([]);
  await check(ROUNDS);
});

/** What random histories found, each in a few calls. */
describe('found by histories', () => {
  interface Report {
    rows: { key: string; figures: Record<string, number> }[];
  }
  let agency: TestAgency;
  let account: string;
  beforeEach(async () => {
    agency = await createTestAgency();
    account = await createAccount(agency.admin);
  });

  test('what stays open beside a write-off does not reduce the agent’s share', async () => {
    await agency.owner.api
      .from('organizations')
      .update({ agents_paid_on: 'received' })
      .eq('id', agency.organizationId);
    const { commissionId: id } = await agency.sale({ reference: 'MF-1', commission: 300 });
    // 200 received, 50 written off, 50 stay open.
    await matchDeposit(agency.admin, account, {
      day: '2026-05-10',
      amount: 200,
      commissionId: id,
      writeOff: 50,
    });
    expect(
      await sqlOne(
        'select agent_amount::float8 as share, open_amount::float8 as open from public.commissions where id = $1',
        [id],
      ),
    ).toEqual({ share: 150, open: 50 });
  });

  // Holds commissions-18
  test('what is paid in full keeps its due day, also when the vendor takes some back', async () => {
    const vendor = await vendorNamed(agency, 'Silk Gate', 10);
    const { commissionId: id } = await agency.sale({ reference: 'MF-2', commission: 300, vendor });
    const due = () =>
      sqlOne(
        'select due_on::text as due, open_amount::float8 as open from public.commissions where id = $1',
        [id],
      );
    await matchDeposit(agency.admin, account, { day: '2026-05-10', amount: 300, commissionId: id });
    await matchDeposit(agency.admin, account, { day: '2026-06-10', amount: -300, commissionId: id });
    expect(await due()).toEqual({ due: '2026-05-14', open: 0 });
    await agency.admin.api.from('vendor_terms').update({ expected_payment_days: 90 }).eq('vendor_id', vendor);
    expect(await due()).toEqual({ due: '2026-05-14', open: 0 });
  });

  test('a closed month keeps what was paid in it when a receipt comes later; what was received of it follows', async () => {
    const sale = await agency.sale();
    const payment = { ...(await readyToPay(agency, sale.id)), payment_date: '2026-05-20' };
    await ask(agency.admin, 'record_agent_payment', payment);
    const may = async () => {
      const { rows } = await ask<Report>(agency.admin, 'run_report', {
        definition: {
          ...{ report: 'commissions', basis: 'paid', group: 'month' },
          ...{ range: 'custom', from: '2026-05-01', to: '2026-05-31' },
        },
      });
      return rows.map(({ figures: { n, expected, paid, received } }) => ({ n, expected, paid, received }));
    };
    const said = await may();
    await closeBooks(agency, '2026-05-31');
    expect(await may()).toEqual(said);
    await ask(agency.admin, 'record_receipt', {
      ...{ commission_id: payment.commission_id, received_on: '2026-06-10', received_amount: 90 },
    });
    expect(await may()).toEqual(said.map((figures) => ({ ...figures, received: 90 })));
  });

  test('a deposit that pays the rest is the latest, also where a deposit took the place of a manual receipt', async () => {
    const received = { on: '2026-05-02', amount: 100 };
    const { commissionId: id } = await agency.sale({ reference: 'MF-4', commission: 300, received });
    const { rows } = await importLines(agency.admin, account, [
      line(1, 'DEPOSIT FIRST', '100.00', { booked_on: '2026-06-12' }),
    ]);
    const [row] = rows;
    if (!row) throw new Error('Nothing was imported');
    // Its own day counts: a person says so.
    await match(agency.admin, row, [{ commission_id: id, amount: 100, keep_day: false }]);
    expect(await receiptOf(id)).toMatchObject({ day: '2026-06-12', amount: 100 });
    await matchDeposit(agency.admin, account, { day: '2026-10-10', amount: 200, commissionId: id });
    expect(await receiptOf(id)).toMatchObject({ day: '2026-10-10', amount: 300 });
  });

  test('what the customer’s payment made Funds received is not Unpaid again when the vendor takes all of it back', async () => {
    const { commissionId: id } = await agency.sale({ reference: 'MF-5', commission: 300, paid: true });
    await matchDeposit(agency.admin, account, { day: '2026-05-10', amount: 300, commissionId: id });
    await matchDeposit(agency.admin, account, { day: '2026-06-10', amount: -300, commissionId: id });
    expect(await received(id)).toMatchObject({ status: 'funds_received', open_amount: '0.00' });
  });

  test('an open month that has nothing but the write-off of a closed receipt tells it', async () => {
    const { commissionId: id } = await agency.sale({ reference: 'MF-6', commission: 300 });
    const receipt = { commission_id: id, received_on: '2026-05-10', received_amount: 200 };
    await ask(agency.admin, 'record_receipt', receipt);
    await closeBooks(agency, '2026-05-31');
    await ask(agency.admin, 'record_receipt', { ...receipt, write_off_reason: 'Fee' });
    const definition = {
      ...{ report: 'commissions', basis: 'received', group: 'month' },
      ...{ range: 'custom', from: '2026-05-01', to: '2026-06-30' },
    };
    const { rows } = await ask<Report>(agency.admin, 'run_report', { definition });
    expect(rows.map(({ key, figures: { n, open, written_off: off } }) => [key, n, open, off])).toEqual([
      ['2026-05-01', 1, 100, 0],
      ['2026-06-01', 0, -100, 100],
    ]);
  });
});
