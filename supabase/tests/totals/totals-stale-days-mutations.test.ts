import { database, sql, sqlOne } from '../support/database';
import { isTried, SEED } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';
import { differences, misread, oneByOne, refresh } from '../support/totals';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const RANGES: [string, string][] = [
  ['1900-01-01', '2199-12-31'],
  ['2025-01-05', '2025-01-25'],
  ['2024-12-20', '2025-02-10'],
];

const wholeAgain = async () => {
  expect(await differences(agency.organizationId)).toEqual([]);
  expect(await misread(agency.organizationId, RANGES)).toEqual([]);
};

/** Pieces of the SQL, each taken out alone in a transaction that is rolled back; a third of them by chance, and all in a soak. */
describe('a piece that is missing is noticed:', () => {
  const late = `update public.sales set sale_date = date '2025-01-31', total_amount = total_amount + 1, agent_id = %rival%
    where organization_id = %organization% and booking_reference = 'ONE-7'`;
  const moved = `update public.commissions set status = 'funds_received' where organization_id = %organization%
    and sales_id in (select id from public.sales where booking_reference = 'ONE-9')`;
  const added = `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
    select organization_id, customer_id, vendor_id, agent_id, 'MORE', sale_date, total_amount from public.sales
    where organization_id = %organization% and booking_reference = 'ONE-8'`;
  const given = 'update public.sales set agent_id = %rival% where organization_id = %organization%';
  const PIECES: [what: string, name: string, piece: string | RegExp, instead: string, write: string][] = [
    ['stale days left out of the totals', 'private.totals', 'and t.day <> all (stale)', '', late],
    ['stale days left out of the totals', 'private.totals', 'and t.day <> all (stale)', '', moved],
    ['the rows of stale days', 'private.totals', 'cardinality(stale) > 0', 'false', late],
    ['the rows of stale days', 'private.totals', 'cardinality(stale) > 0', 'false', moved],
    ['stale months', 'private.sales_by', 'month = any (stale_months) or', '', late],
    [
      'months of rows left out of the totals',
      'private.sales_by',
      'and m.month <> all (month_of_rows)',
      '',
      late,
    ],
    ['days outside taken away', 'private.sales_by', `'{-1,-1}'`, `'{0,0}'`, 'select'],
    ['marks of sales', 'private.mark_days_of_sales', 'cardinality(changes) > 0', 'false', late],
    [
      'marks of new sales',
      'private.mark_days_of_sales',
      `if tg_op = 'INSERT' then`,
      `if tg_op = 'INSERT' then return null;`,
      added,
    ],
    [
      'marks of commissions',
      'private.mark_days_of_commissions',
      'having sum(c.n) <> 0',
      'having false',
      moved,
    ],
    ['sums of customers', 'private.refresh_customer_totals', 'cardinality(buyers) = 0', 'true', late],
    [
      'totals of days written',
      'private.refresh_totals_of',
      'insert into private.daily_totals\n  select * from fresh',
      'insert into private.daily_totals\n  select * from fresh where false',
      late,
    ],
    [
      'totals of days removed',
      'private.refresh_totals_of',
      /and \(t\.subject_id, t\.record_type[^;]*?from fresh f\)/,
      'and false',
      given,
    ],
    [
      'totals of months written',
      'private.refresh_totals_of',
      'insert into private.monthly_totals\n  select * from fresh',
      'insert into private.monthly_totals\n  select * from fresh where false',
      late,
    ],
    [
      'totals of months removed',
      'private.refresh_totals_of',
      /and \(t\.subject_id, t\.grouped_by[^;]*?from fresh f\)/,
      'and false',
      given,
    ],
  ];
  const [first] = PIECES;
  const some = PIECES.filter((one) => one === first || isTried(3));

  test.each(some)(`%s, of %s (seed ${SEED})`, async (_what, name, piece, instead, write) => {
    await sql(oneByOne(agency, 20));
    await refresh();
    await wholeAgain();
    const client = await database();
    await client.query('begin');
    try {
      const { whole } = await sqlOne<{ whole: string }>('select pg_get_functiondef($1::regproc) as whole', [
        name,
      ]);
      const broken = whole.replace(piece, instead);
      expect(broken).not.toBe(whole);
      await sql(broken);
      await sql(
        write
          .replace('%organization%', `'${agency.organizationId}'`)
          .replace('%rival%', `'${agency.rival.id}'`),
      );
      if (name === 'private.refresh_totals_of') await refresh();
      expect([
        ...(await differences(agency.organizationId)),
        ...(await misread(agency.organizationId, RANGES)),
      ]).not.toEqual([]);
    } finally {
      await client.query('rollback');
    }
    await wholeAgain();
  });
});
