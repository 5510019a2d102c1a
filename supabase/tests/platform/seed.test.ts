import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '../../seed';
import { database, sql, sqlOne } from '../support/database';
import { DEMO, DEMO_AGENCIES, HARBOUR, offenders, seedBeforeAll, storeFile } from '../support/demo';

// They hold tests of the same demo, which is made once for all of them.
import '../demo/bank';
import '../demo/journal';
import '../demo/bridge';
import '../demo/histories';
import '../demo/records';
import '../demo/programs';

seedBeforeAll();

test('the demo is seeded once', async () => {
  const before = await sqlOne('select count(*) from public.sales');
  await seedDemo(await database(), storeFile);
  expect(await sqlOne('select count(*) from public.sales')).toEqual(before);
});

test('the first agency has the promised size, and every status up to today', async () => {
  expect(
    await sqlOne(
      `select (select count(*)::int from public.vendors where organization_id = ${HARBOUR}) as vendors,
         (select count(*)::int from public.customers where organization_id = ${HARBOUR}) as customers,
         (select count(*)::int from public.sales where organization_id = ${HARBOUR}) as sales,
         (select count(*)::int from public.users where organization_id = ${HARBOUR} and role = 'agent') as agents`,
    ),
  ).toEqual({ vendors: 40, customers: 600, sales: 3000, agents: 12 });
  const statuses = await sql<{ pair: string; count: number }>(
    `select s.status || ' / ' || c.status as pair, count(*)::int from public.sales s
     join public.commissions c on c.sales_id = s.id where s.organization_id = ${HARBOUR} group by 1 order by 1`,
  );
  expect(statuses.map((row) => row.pair)).toEqual([
    'booked / unpaid',
    'cancelled / cancelled',
    'paid / agent_paid',
    'paid / cancelled',
    'paid / funds_received',
  ]);
  for (const { pair, count } of statuses) expect([pair, count > 5]).toEqual([pair, true]);
  const { months, today } = await sqlOne<{ months: number; today: number }>(
    `select count(distinct date_trunc('month', sale_date))::int as months,
       count(*) filter (where sale_date = (now() at time zone 'America/Los_Angeles')::date)::int as today
     from public.sales where organization_id = ${HARBOUR}`,
  );
  expect(months).toBeGreaterThanOrEqual(36);
  expect(today).toBeGreaterThan(0);
});

test('the demo agent has a good share of the sales', async () => {
  const { count } = await sqlOne<{ count: number }>(
    `select count(*)::int from public.sales s join public.user_emails e on e.user_id = s.agent_id
     where e.email = 'agent@demo.paperplane.test'`,
  );
  expect(count).toBeGreaterThan(300);
});

test('the logins exist with the one password, in the right roles, and nobody else can sign in', async () => {
  const people = await sql<{ email: string; role: string; is_active: boolean; ok: boolean }>(
    `select a.email, u.role, u.is_active, a.encrypted_password = extensions.crypt($1, a.encrypted_password) as ok
     from auth.users a join public.users u on u.id = a.id
     where a.encrypted_password <> '' and a.email like '%@demo.paperplane.test' order by a.email`,
    [DEMO_PASSWORD],
  );
  expect(people).toEqual([
    { email: 'admin@demo.paperplane.test', role: 'admin', is_active: true, ok: true },
    { email: 'agent@demo.paperplane.test', role: 'agent', is_active: true, ok: true },
    { email: 'inactive@demo.paperplane.test', role: 'agent', is_active: false, ok: true },
    { email: 'other@demo.paperplane.test', role: 'owner', is_active: true, ok: true },
    { email: 'owner@demo.paperplane.test', role: 'owner', is_active: true, ok: true },
  ]);
  expect(DEMO_LOGINS.map((login) => login.email).sort()).toEqual(people.map((person) => person.email));
  expect(
    await offenders(
      `auth.users where encrypted_password <> '' and (email like '%@harbourvale.test' or email like '%@lanterntrails.test')`,
    ),
  ).toBe(0);
});

test('the bell of owner, admin and agent has news, some unread, and nobody hears of their own doing', async () => {
  const news = await sql<{ email: string; unread: number; types: string[] }>(
    `select e.email, count(*) filter (where not is_read)::int as unread, array_agg(distinct n.type) as types
     from public.notifications n join public.user_emails e on e.user_id = n.user_id
     where e.email = any ($1) group by 1 order by 1`,
    [['owner', 'admin', 'agent'].map((name) => `${name}@demo.paperplane.test`)],
  );
  expect(news).toMatchObject([
    { email: 'admin@demo.paperplane.test', types: expect.arrayContaining(['invitation']) as unknown },
    { email: 'agent@demo.paperplane.test', unread: 3, types: expect.arrayContaining(['payout']) as unknown },
    { email: 'owner@demo.paperplane.test', unread: 4, types: expect.arrayContaining(['payout']) as unknown },
  ]);
  for (const { unread } of news) expect(unread).toBeGreaterThan(0);
  expect(
    await offenders(`public.notifications n where ${DEMO} and (
      n.code = 'payment_recorded' and not exists (select 1 from public.commissions c where c.id = n.commentable_id
        and c.agent_id = n.user_id and c.status = 'agent_paid')
      or n.type = 'sale' and not exists (select 1 from public.sales s where s.id = n.commentable_id
        and s.agent_id = n.user_id and s.status = 'cancelled'))`),
  ).toBe(0);
});

test('one invitation of the first agency is open, and accepted ones led to members', async () => {
  expect(
    await sql(
      `select i.email, i.role, e.email as by, i.expires_at > now() + interval '4 days' as live
       from public.invitations i join public.user_emails e on e.user_id = i.invited_by
       where i.${DEMO} and i.accepted_at is null`,
    ),
  ).toEqual([
    { email: 'leah.sorensen@harbourvale.test', role: 'agent', by: 'admin@demo.paperplane.test', live: true },
  ]);
  expect(
    await offenders(`public.invitations i where i.${DEMO} and i.accepted_at is not null and not exists (
      select 1 from public.users u join public.user_emails e on e.user_id = u.id
      where e.email = i.email and u.created_at = i.accepted_at)`),
  ).toBe(0);
});

test('vendors have terms and names of their own, so that commissions are expected, received and overdue', async () => {
  const [vendors] = await sql<Record<string, number>>(
    `select count(distinct category)::int as categories, count(expected_payment_days)::int as agreed,
       count(*) filter (where jsonb_array_length(contacts) > 0)::int as reachable,
       count(*) filter (where cardinality(aliases) > 0)::int as named
     from public.vendors v join public.vendor_terms t on t.vendor_id = v.id where v.organization_id = ${HARBOUR}`,
  );
  expect(vendors).toMatchObject({ categories: 10, named: 40 });
  for (const count of [vendors?.agreed, vendors?.reachable]) expect(count).toBeGreaterThan(20);
  expect(
    await offenders(`public.commissions c join public.sales s on s.id = c.sales_id join public.vendor_terms v on v.vendor_id = s.vendor_id
      where c.${DEMO} and (c.vendor_id <> s.vendor_id or c.due_on is distinct from private.due_on(
        v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`),
  ).toBe(0);
  const figures = await sqlOne<Record<string, number>>(
    `select count(*) filter (where due_on < current_date)::int as overdue,
       count(*) filter (where due_on >= current_date)::int as expected
     from public.commissions where organization_id = ${HARBOUR} and status = 'unpaid'`,
  );
  expect(figures.overdue).toBeGreaterThan(10);
  expect(figures.expected).toBeGreaterThan(Number(figures.overdue));
});

// Holds reports-1
test('every month of a report is what its rows come to, though some of it was written without triggers', async () => {
  expect(
    await offenders(`public.organizations o cross join private.check_report_totals(o.id) where o.id in
      (select organization_id from public.sales where ${DEMO})`),
  ).toBe(0);
  expect(await offenders(`private.stale_report_months where ${DEMO}`)).toBe(0);
  const due = (first: string, last: string) =>
    sqlOne<{ n: number }>(
      `select coalesce(sum((c).n), 0)::int as n
       from (select private.report_cells(jsonb_populate_record(private.read_report(jsonb_build_object('report', 'commissions',
         'basis', 'due', 'range', 'custom', 'from', $1::text, 'to', $2::text), current_date),
         jsonb_build_object('organization_id', ${HARBOUR})), null, $1::date, $2::date) as c) t`,
      [first, last],
    );
  const { first, second, last } = await sqlOne<Record<'first' | 'second' | 'last', string>>(
    `select m::date::text as first, (m::date + 1)::text as second, ((m + interval '1 month')::date - 1)::text as last
     from date_trunc('month', now() + interval '1 month') m`,
  );
  const [whole, cut, day] = [await due(first, last), await due(second, last), await due(first, first)];
  expect(whole.n).toBeGreaterThan(10);
  expect(whole.n).toBe(cut.n + day.n);
});

test('customers have addresses, birthdays, tags and wishes, some of them families and passports', async () => {
  const { customers, living, born, tagged, wishing, linked, passports, warned } = await sqlOne<
    Record<string, number>
  >(
    `select count(*)::int as customers, count(city)::int as living, count(birthday)::int as born,
       count(*) filter (where cardinality(tags) > 0)::int as tagged, count(*) filter (where preferences <> '{}')::int as wishing,
       (select count(*)::int from public.customer_companions where ${DEMO}) as linked,
       (select count(*)::int from private.passports where ${DEMO}) as passports,
       (select count(*)::int from public.sales s join private.passports p on p.customer_id = s.customer_id
        where s.${DEMO} and s.status <> 'cancelled' and s.return_date >= current_date
          and p.expires_on < s.return_date + interval '6 months') as warned
     from public.customers where ${DEMO}`,
  );
  for (const count of [living, born, tagged, wishing]) {
    expect(count).toBeGreaterThan((customers ?? 0) / 3);
    expect(count).toBeLessThan(customers ?? 0);
  }
  for (const count of [linked, passports]) expect(count).toBeGreaterThan(20);
  expect(warned).toBeGreaterThan(3);
  expect(
    await offenders(
      `private.check_totals() r where (r.row_data ->> 'organization_id')::uuid in ${DEMO_AGENCIES}`,
    ),
  ).toBe(0);
});

test('something has come to an end: a vendor, a customer, a split, soon a passport; something is overdue', async () => {
  const found = await sqlOne(
    `select
       (select count(*)::int from public.vendors where organization_id = ${HARBOUR} and archived_at is not null) as vendors,
       (select count(*)::int from public.customers where organization_id = ${HARBOUR} and archived_at is not null) as customers,
       (select count(distinct user_id)::int from public.user_terms_history where organization_id = ${HARBOUR}) as splits,
       (select count(*) > 0 from public.customer_companions where organization_id = ${HARBOUR}) as companions,
       (select count(*) > 0 from public.commissions where organization_id = ${HARBOUR} and status = 'unpaid'
         and due_on < now()::date) as overdue,
       (select count(*) > 0 from private.passports p join public.sales s on s.customer_id = p.customer_id
         join public.user_emails a on a.user_id = s.agent_id
         where a.email = 'agent@demo.paperplane.test' and s.status = 'booked' and s.return_date > now()::date
           and p.expires_on between s.return_date and s.return_date + interval '6 months') as passports`,
  );
  expect(found).toEqual({
    vendors: 1,
    customers: 1,
    splits: 2,
    companions: true,
    overdue: true,
    passports: true,
  });
  // Nobody books with who is put away, and the last split is the one that holds.
  expect(
    await offenders(`public.sales s join public.vendors v on v.id = s.vendor_id join public.customers c on c.id = s.customer_id
      where s.${DEMO} and s.status = 'booked' and (v.archived_at is not null or c.archived_at is not null)`),
  ).toBe(0);
  expect(
    await offenders(`(select distinct on (h.user_id) h.user_id, h.commission_split, h.changed_at
      from public.user_terms_history h where h.${DEMO} order by h.user_id, h.changed_at desc) h
      join public.user_terms t on t.user_id = h.user_id
      where t.commission_split <> h.commission_split
        or h.changed_at > (select min(s.created_at) from public.sales s where s.agent_id = h.user_id)`),
  ).toBe(0);
});
