import fc from 'fast-check';
import { addCustomer, differences, listCustomers, merge, type CustomersQuestion } from './support/customers';
import { database, sql, sqlOne } from './support/database';
import { createWorld, type Person, type World } from './support/world';

/** More with `LIST_RUNS=1000`. */
const RUNS = Number(process.env.LIST_RUNS ?? 80);

let world: World;
let abroad: World;

beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
  await fillCustomers(world, 400);
  await fillCustomers(abroad, 50);
}, 120_000);

/** Customers with and without e-mails, phones, accents, tags and sales, some of them archived; many sort alike. */
async function fillCustomers(
  { organizationId, agent, rival, vendorId }: World,
  count: number,
): Promise<void> {
  await sql(
    `insert into public.customers (organization_id, first_name, last_name, email, phone, more_emails, tags, created_at, archived_at)
     select $1, (array['Anna', 'Änne', 'José', 'Zoë', 'Li'])[1 + n % 5], (array['Lind', 'Núñez', 'Müller', 'O''Neil'])[1 + n % 4],
       case when n % 3 > 0 then 'person' || n % 40 || '@mail.test' end,
       case when n % 4 > 0 then '+1 (415) 555-' || lpad((n % 50)::text, 4, '0') end,
       case when n % 7 = 0 then jsonb_build_array(jsonb_build_object('label', 'Work', 'value', 'work' || n || '@office.test')) else '[]' end,
       case when n % 2 = 0 then '{Cruises}'::text[] else '{}' end || case when n % 10 = 0 then '{VIP}'::text[] else '{}' end
         || case when n % 25 = 0 then '{cafés}'::text[] else '{}' end,
       '2026-01-01'::timestamptz + n % 30 * interval '1 day', case when n % 9 = 0 then now() end
     from generate_series(1, $2::int) n`,
    [organizationId, count],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount, commission_rate)
     select $1, c.id, $4, case when c.n % 3 = 0 then $2::uuid else $3::uuid end, 'R-' || c.n, date '2026-02-01' + (c.n % 20)::int,
       (c.n % 7) * 100, 10
     from (select id, row_number() over (order by id) as n from public.customers where organization_id = $1) c
     cross join generate_series(1, 2) twice
     where c.n % 4 > 0`,
    [organizationId, agent.id, rival.id, vendorId],
  );
  await sql(
    `update public.sales set status = 'cancelled' where organization_id = $1 and right(booking_reference, 1) = '5'`,
    [organizationId],
  );
}

const SORTS: Record<string, string> = {
  name: 'c.last_name, c.first_name',
  email: `coalesce(c.email, '')`,
  created_at: 'c.created_at',
  last_sale_date: `coalesce(t.last_sale_date, '-infinity')`,
  sales_count: 'coalesce(t.sales_count, 0)',
  total_amount: 'coalesce(t.total_amount, 0)',
};

/** The list as plain SQL over the tables: every condition written out, everything sorted. */
async function expected(person: Person, question: CustomersQuestion) {
  const own = person === world.agent || person === world.rival ? person.id : null;
  const down = question.descending ?? true;
  const keys = SORTS[question.sort ?? ''] ?? SORTS['last_sale_date'] ?? '';
  const order = [
    ...(own && keys.includes('t.') ? `${keys}, (coalesce(t.sales_count, 0) > 0)` : keys)
      .split(/, (?!'|0)/)
      .map((key) => `${key} ${down ? 'desc' : 'asc'}`),
    `c.id ${down ? 'asc' : 'desc'}`,
  ];
  const rows = await sql<{
    id: string;
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
  }>(
    `select c.id, coalesce(t.sales_count, 0)::int as sales_count, coalesce(t.total_amount, 0)::float as total_amount,
       t.last_sale_date::text
     from public.customers c
     left join lateral (
       select count(*) as sales_count, sum(s.total_amount) as total_amount, max(s.sale_date) as last_sale_date
       from public.sales s
       where s.customer_id = c.id and s.status <> 'cancelled' and ($2::uuid is null or s.agent_id = $2)
         and ($3::uuid is null or s.agent_id = $3)) t on true
     where c.organization_id = $1 and c.merged_into is null
       and ($4::text = 'all' or (c.archived_at is not null) = ($4 = 'archived'))
       and ($5::text is null or exists (select 1 from unnest(c.tags) g where lower(g) = lower($5)))
       and ($3::uuid is null or t.sales_count > 0)
       and not exists (
         select 1 from unnest($6::text[]) w
         where strpos(lower(extensions.unaccent(concat_ws(chr(10), c.first_name, c.last_name, c.email, c.phone,
             c.more_emails #>> '{0,value}', array_to_string(c.tags, chr(10))))), lower(extensions.unaccent(w))) = 0
           and (w !~ '\\d\\d' or w ~ '[a-z]' or strpos(regexp_replace(coalesce(c.phone, ''), '\\D', '', 'g'), regexp_replace(w, '\\D', '', 'g')) = 0))
     order by ${order.join(', ')}`,
    [
      world.organizationId,
      own,
      question.agent_id ?? null,
      ['active', 'archived', 'all'].includes(question.state ?? '') ? question.state : 'active',
      question.tag ?? null,
      (question.search ?? '').split(/\s+/).filter(Boolean),
    ],
  );
  const [page, size] = [question.page ?? 1, question.page_size ?? 10];
  return {
    rows: rows.slice((page - 1) * size, page * size),
    count: rows.length,
    total_pages: Math.ceil(rows.length / size),
  };
}

async function agrees(person: Person, question: CustomersQuestion) {
  const answer = await listCustomers(person, question);
  const due = await expected(person, question);
  const { count, total_pages } = answer;
  expect({
    rows: answer.rows.map(({ id, sales_count, total_amount, last_sale_date }) => ({
      id,
      sales_count,
      total_amount,
      last_sale_date,
    })),
    count,
    total_pages,
  }).toEqual(due);
}

test.each(Object.keys(SORTS))(
  'sorted by %s, both ways, on every kind of page',
  async (sort) => {
    for (const person of [world.admin, world.agent]) {
      for (const descending of [true, false]) {
        for (const page of [1, 2, 3, 4]) await agrees(person, { sort, descending, page, page_size: 100 });
        // Where an agent's own customers end, in the middle, the last one, and beyond.
        for (const page of [10, 18, 36, 99]) await agrees(person, { sort, descending, page });
      }
    }
  },
  120_000,
);

test.each(Object.keys(SORTS))(
  'a search that most match, sorted by %s: the same pages and the same count as any other',
  async (sort) => {
    for (const person of [world.admin, world.agent]) {
      for (const [search, state] of [
        ['a', 'active'],
        ['i MAIL', 'active'],
        ['a', 'archived'],
      ]) {
        for (const descending of [true, false])
          for (const page of [1, 9, 29]) await agrees(person, { search, state, sort, descending, page });
      }
    }
  },
  120_000,
);

test('any combination, for an admin and for agents', async () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
  const question = fc.record({
    who: fc.constantFrom('admin' as const, 'agent' as const, 'rival' as const),
    agent: maybe(fc.constantFrom('agent' as const, 'rival' as const)),
    state: maybe(fc.constantFrom('active', 'archived', 'all', 'nothing')),
    tag: maybe(fc.constantFrom('cruises', 'VIP', 'Cafés', 'none')),
    search: maybe(
      fc.constantFrom(
        'a',
        'lind',
        'NUNEZ josé',
        'muller',
        '415',
        '(415)',
        '5550010',
        '555-0010',
        'office',
        '%',
        '_',
        '\\',
        'vip li',
        'person7@ zoe',
      ),
    ),
    sort: maybe(fc.constantFrom(...Object.keys(SORTS), 'nothing')),
    descending: maybe(fc.boolean()),
    page: fc.constantFrom(1, 1, 2, 5, 17),
    page_size: maybe(fc.constantFrom(1, 3, 25, 100)),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ who, agent, ...rest }) => {
      const asked = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const wanted = agent && { agent_id: world[agent].id };
      if (who !== 'admin' && agent && agent !== who) {
        // What somebody else sold is nothing to an agent.
        expect(await listCustomers(world[who], { ...asked, ...wanted })).toMatchObject({
          rows: [],
          count: 0,
        });
      } else {
        await agrees(world[who], { ...asked, ...wanted });
      }
    }),
    { numRuns: RUNS },
  );
}, 300_000);

test('tells an agent nothing of what others sold', async () => {
  for (const sort of ['last_sale_date', 'sales_count', 'total_amount']) {
    const { rows } = await listCustomers(world.agent, { sort, page_size: 100 });
    expect(rows.map(({ agent }) => agent?.id ?? world.agent.id)).toEqual(rows.map(() => world.agent.id));
    expect(
      rows.every(({ sales_count, last_sale_date }) => sales_count > 0 === (last_sale_date !== null)),
    ).toBe(true);
  }
});

test('strangers, people who left and revoked sessions get nothing, not even tags', async () => {
  const nothing = { rows: [], count: 0, total_pages: 0, tags: [] };
  expect(await listCustomers(world.inactive, { state: 'all' })).toMatchObject(nothing);
  const { rows } = await listCustomers(abroad.admin, { state: 'all', page_size: 100 });
  const [{ own } = { own: 0 }] = await sql<{ own: number }>(
    'select count(*)::int as own from public.customers where organization_id = $1 and id = any ($2)',
    [abroad.organizationId, rows.map(({ id }) => id)],
  );
  expect(own).toBe(rows.length);
  const left = await createWorld();
  await sql('delete from auth.sessions where user_id = $1', [left.owner.id]);
  expect(await listCustomers(left.owner)).toMatchObject(nothing);
});

test('the tags in use are counted whatever their case, and follow every change', async () => {
  const own = await createWorld();
  const ids = [
    await addCustomer(own.agent, { tags: ['VIP', 'Cruises'] }),
    await addCustomer(own.agent, { tags: ['vip'] }),
    await addCustomer(own.agent, { tags: ['Rail'] }),
  ];
  const tags = async (state = 'active') =>
    (await listCustomers(own.agent, { state })).tags.map(({ tag, count }) => [tag.toLowerCase(), count]);
  expect(await tags()).toEqual([
    ['vip', 2],
    ['cruises', 1],
    ['rail', 1],
  ]);
  await own.agent.api
    .from('customers')
    .update({ tags: ['Rail', 'VIP'] } as never)
    .eq('id', ids[1] ?? '');
  await own.agent.api.rpc('archive_customer', { customer_id: ids[0] ?? '', archived: true });
  expect(await tags()).toEqual([
    ['rail', 2],
    ['vip', 1],
  ]);
  expect(await tags('all')).toEqual([
    ['rail', 2],
    ['vip', 2],
    ['cruises', 1],
  ]);
  await merge(own.admin, ids[2] ?? '', ids[1] ?? '');
  expect(await tags()).toEqual([['rail', 1]]);
  await own.admin.api.rpc('delete_customer', { customer_id: ids[2] ?? '' });
  expect(await differences(own.organizationId)).toEqual([]);
});

test('hundreds of words find nothing, and cost nothing', async () => {
  const search = Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ');
  expect(await listCustomers(world.admin, { search })).toMatchObject({ count: 0, rows: [] });
  expect(await listCustomers(world.admin, { search: 'x'.repeat(5000) })).toMatchObject({ count: 0 });
});

describe('the rollups', () => {
  test('stay whole through any changes, and are rebuilt as they were', async () => {
    expect(await differences(world.organizationId)).toEqual([]);
    await sql(
      `update public.sales set sale_date = sale_date - 40 where organization_id = $1 and right(booking_reference, 1) = '1'`,
      [world.organizationId],
    );
    await sql(
      `update public.sales set customer_id = $2 where organization_id = $1 and right(booking_reference, 1) = '2'`,
      [world.organizationId, world.customerId],
    );
    expect(await differences(world.organizationId)).toEqual([]);
    await sql('select private.rebuild_rollups()');
    expect(await sql('select * from private.check_rollups()')).toEqual([]);
  });

  test('stay whole when many write about the same customer at once', async () => {
    const own = await createWorld();
    const sell = (person: Person, n: number) =>
      person.api.rpc('create_sale', {
        sale: {
          customer_id: own.customerId,
          vendor_id: own.vendorId,
          booking_reference: `C-${n}`,
          sale_date: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
          total_amount: n,
        },
      });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => sell(n % 2 ? own.agent : own.rival, n)),
    );
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
    const { data: sales } = await own.admin.api.from('sales').select('id');
    const cancelled = await Promise.all([
      ...(sales ?? [])
        .slice(0, 12)
        .map(async ({ id }) => own.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id)),
      ...(sales ?? [])
        .slice(12)
        .map(async ({ id }) => own.admin.api.from('sales').update({ sale_date: '2026-01-01' }).eq('id', id)),
    ]);
    expect(cancelled.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
    expect(await differences(own.organizationId)).toEqual([]);
  });
});

test('a search reads the one index of customers', async () => {
  const client = await database();
  await client.query('begin');
  try {
    // A small table is read as a whole, or by its organization; what matters is that the index can answer.
    await client.query('set local enable_seqscan = off');
    await client.query('drop index private.customer_search_organization_id_idx');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select d.customer_id from private.customer_search d
       where d.organization_id = $1 and not d.archived and d.document like '%nunez%' and d.document like '%jose%'`.replace(
        '$1',
        `'${world.organizationId}'`,
      ),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('customer_search_document_idx');
  } finally {
    await client.query('rollback');
  }
  const { indexes } = await sqlOne<{ indexes: number }>(
    `select count(*)::int as indexes from pg_indexes where indexdef like '%gin_trgm_ops%' and tablename in ('customers', 'customer_search')`,
  );
  expect(indexes).toBe(1);
});
