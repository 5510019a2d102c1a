import { seedBeforeAll } from '../support/demo';
import { checkAging } from '../support/demo-aging';
import { checkBank } from '../support/demo-bank';
import { checkDashboard } from '../support/demo-dashboard';
import { checkLists } from '../support/demo-lists';
import { readBook } from '../support/demo-payout-rows';
import { checkPayouts } from '../support/demo-payouts';
import { asDemo, demoPerson, type Ask } from '../support/demo-person';
import { checkReports } from '../support/demo-reports';
import { readDemo, type Demo } from '../support/demo-rows';
import { Findings } from '../support/figure-tree';

/**
 * The demo is consistent with itself: every figure of dashboard, lists, reports, payouts and bank is compared with sums over the tables, and opened:
 * with the rows it leads to. A figure that nobody has named here is found, too.
 */

seedBeforeAll();

/** Where one figure is wrong, many are. */
const FEW = 20;

/** Days at the edges of months, and one day. */
function edges(today: string) {
  const [year, before] = [Number(today.slice(0, 4)), Number(today.slice(0, 4)) - 1];
  return [
    { start_date: `${before}-12-01`, end_date: `${before}-12-31` },
    { start_date: `${before}-12-02`, end_date: `${before}-12-31` },
    { start_date: `${year}-02-15`, end_date: `${year}-07-31` },
    { start_date: today, end_date: today },
  ];
}

/** Everything that this person is told by one part of the product. */
async function findingsOf(
  login: 'owner' | 'admin' | 'agent',
  check: (ask: Ask, demo: Demo, findings: Findings) => Promise<void>,
): Promise<Findings> {
  const demo = await readDemo(await demoPerson(login));
  const findings = new Findings();
  await asDemo(demo.person, (ask) => check(ask, demo, findings));
  return findings;
}

// An admin is told what an owner is: what decides is looked at once.
describe.each(['owner', 'admin', 'agent'] as const)('asked by the %s', (login) => {
  // Holds dashboard-23
  test('the dashboard says what its rows say', async () => {
    const { wrong, compared } = await findingsOf(login, async (ask, demo, findings) => {
      await checkDashboard(ask, demo, {}, findings, 'all');
      if (login === 'admin') return;
      for (const range of edges(demo.person.today))
        await checkDashboard(ask, demo, range, findings, 'of its days');
      await checkDashboard(ask, demo, { start_date: '1900-01-01', end_date: '2199-12-31' }, findings, false);
    });
    expect(wrong.slice(0, FEW)).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  test('lists say what their rows say', async () => {
    const { wrong, compared } = await findingsOf(login, checkLists);
    expect(wrong.slice(0, FEW)).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  });

  // Holds dashboard-24
  test('every report says what its rows say', async () => {
    const { wrong, compared } = await findingsOf(login, async (ask, demo, findings) => {
      await checkReports(ask, demo, findings, login === 'admin');
      await checkAging(ask, demo, findings);
    });
    expect(wrong.slice(0, FEW)).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  });

  // Holds dashboard-25
  test('payouts and statements say what their lines say', async () => {
    const { wrong, compared } = await findingsOf(login, async (ask, demo, findings) =>
      checkPayouts(ask, demo, await readBook(demo), findings),
    );
    expect(wrong.slice(0, FEW)).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  });
});

// Holds dashboard-26
test.each(['owner', 'admin'] as const)('the bank says what its rows say, asked by the %s', async (login) => {
  const { wrong, compared } = await findingsOf(login, checkBank);
  expect(wrong.slice(0, FEW)).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});
