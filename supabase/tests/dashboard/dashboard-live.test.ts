import { USUAL_SALE } from '../../../shared/src/testing/words';
import { database, sql } from '../support/database';
import { override, shareSale } from '../support/shares';
import {
  createCustomer,
  createMember,
  createVendor,
  createTestAgency,
  readyToPay,
  saleInput,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** Who heard that their dashboard changed since the last look, each message by its topic. */
async function heard(): Promise<string[]> {
  const topics = new Map<string, string>([
    [`org:${agency.organizationId}`, 'the admins'],
    ...(['owner', 'admin', 'agent', 'rival', 'inactive'] as const).map((who): [string, string] => [
      `user:${agency[who].id}`,
      who,
    ]),
  ]);
  const rows = await sql<{ topic: string; payload: object; event: string; private: boolean }>(
    `delete from realtime.messages where topic = any ($1) and payload ->> 'tag' = 'dashboard'
     returning topic, payload - 'id' as payload, event, private`,
    [[...topics.keys()]],
  );
  for (const { payload, event, private: isPrivate } of rows)
    expect({ payload, event, isPrivate }).toEqual({
      payload: { tag: 'dashboard' },
      event: 'changed',
      isPrivate: true,
    });
  return rows.map(({ topic }) => topics.get(topic) ?? topic).sort();
}

const change = async (person: Person, id: string, values: object) => {
  const { error } = await person.api
    .from('sales')
    .update(values as never)
    .eq('id', id);
  expect(error).toBeNull();
};

test('a recorded sale tells the admins and its agent, once', async () => {
  await agency.sale();
  expect(await heard()).toEqual(['agent', 'the admins']);
  await agency.admin.api.rpc('create_sale', {
    sale: saleInput(agency, { agent_id: agency.rival.id }) as never,
  });
  expect(await heard()).toEqual(['rival', 'the admins']);
});

test('a change of what a dashboard shows tells them, once, whatever follows from it', async () => {
  const sale = await agency.sale();
  const customer_id = await createCustomer(agency.organizationId);
  await heard();
  for (const values of [
    { total_amount: 77 },
    { sale_date: '2026-01-01' },
    { travel_date: '2026-10-01' },
    { booking_reference: 'NEW-1' },
    { customer_id },
    { vendor_id: await createVendor(agency.organizationId) },
    { status: 'paid' },
  ]) {
    await change(agency.agent, sale.id, values);
    expect([values, await heard()]).toEqual([values, ['agent', 'the admins']]);
  }
  const { data } = await agency.admin.api.rpc('record_agent_payment', await readyToPay(agency, sale.id));
  expect(data).toMatchObject({ success: true });
  expect(await heard()).toEqual(['agent', 'the admins']);
});

test('a sale that changes hands tells both', async () => {
  const sale = await agency.sale();
  await heard();
  await change(agency.admin, sale.id, { agent_id: agency.rival.id });
  expect(await heard()).toEqual(['agent', 'rival', 'the admins']);
});

test('a commission that moves by itself tells its agent', async () => {
  const sale = await agency.sale();
  await heard();
  const { error } = await agency.admin.api
    .from('commissions')
    .update({ status: 'funds_received' })
    .eq('sales_id', sale.id);
  expect(error).toBeNull();
  expect(await heard()).toEqual(['agent', 'the admins']);
});

test('new terms of a vendor tell whose commissions are due on another day', async () => {
  await agency.sale({ departs: '2026-09-01' });
  await agency.sale({ agent: agency.rival, vendor: await createVendor(agency.organizationId) });
  await heard();
  await agency.admin.api
    .from('vendor_terms')
    .update({ expected_payment_days: 30 })
    .eq('vendor_id', agency.vendorId);
  expect(await heard()).toEqual(['agent', 'the admins']);
});

test('merged customers tell whose sales moved', async () => {
  const gone = await createCustomer(agency.organizationId);
  await agency.sale({ agent: agency.rival, customer: gone });
  await agency.sale();
  await heard();
  const { data } = await agency.admin.api.rpc('merge_customers', {
    kept_id: agency.customerId,
    merged_id: gone,
  });
  expect(data).toMatchObject({ success: true });
  expect(await heard()).toEqual(['rival', 'the admins']);
});

test('what no dashboard shows, is refused or changes nothing tells nobody', async () => {
  const sale = await agency.sale();
  await heard();
  await change(agency.agent, sale.id, { notes: 'Window seats' });
  await agency.agent.api.from('sales').update({ total_amount: -1 }).eq('id', sale.id);
  await agency.rival.api.from('sales').update({ total_amount: 1 }).eq('id', sale.id);
  await change(agency.agent, sale.id, { total_amount: USUAL_SALE.amount });
  await agency.admin.api.from('commissions').update({ notes: 'Asked again' }).eq('sales_id', sale.id);
  expect(await heard()).toEqual([]);
});

test('many sales in one statement are one message to each, and of very many agents fifty hear', async () => {
  const import_ = (agents: string[], rows: number) =>
    sql(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
       select $1, $2, $3, ($4::uuid[])[1 + n % cardinality($4::uuid[])], 'MASS-' || n, '2026-01-01', n from generate_series(1, $5::int) n`,
      [agency.organizationId, agency.customerId, agency.vendorId, agents, rows],
    );
  await import_([agency.agent.id, agency.rival.id], 1000);
  expect(await heard()).toEqual(['agent', 'rival', 'the admins']);

  const [first] = await Promise.all([createMember(agency.organizationId, 'agent')]);
  const many = await sql<{ id: string }>(
    `with made as (insert into auth.users (instance_id, id, email) select '00000000-0000-0000-0000-000000000000',
         gen_random_uuid(), 'many.' || n || '.' || $1 || '@agency.test' from generate_series(1, 80) n returning id, email)
     insert into public.users (id, organization_id, first_name, last_name)
     select id, $1::uuid, 'Many', 'More' from made returning id`,
    [agency.organizationId],
  );
  await import_([first?.id ?? '', ...many.map(({ id }) => id)], 200);
  const rows = await sql<{ topic: string }>(
    `select topic from realtime.messages where topic = any ($1) and payload ->> 'tag' = 'dashboard'`,
    [many.map(({ id }) => `user:${id}`)],
  );
  expect([rows.length >= 49, rows.length <= 50, new Set(rows.map(({ topic }) => topic)).size]).toEqual([
    true,
    true,
    rows.length,
  ]);
  expect(await heard()).toEqual(['the admins']);
});

test('a transaction says it once, and what is taken back was never said', async () => {
  const client = await database();
  const sale = await agency.sale();
  const other = await agency.sale({ agent: agency.rival });
  await heard();
  const update = (id: string, amount: number) =>
    client.query('update public.sales set total_amount = $2 where id = $1', [id, amount]);
  await client.query('begin');
  await update(sale.id, 1);
  await update(sale.id, 2);
  await client.query('savepoint later');
  await update(other.id, 1);
  await client.query('rollback to savepoint later');
  await client.query('commit');
  expect(await heard()).toEqual(['agent', 'the admins']);
  await client.query('begin');
  await update(sale.id, 3);
  await client.query('rollback');
  expect(await heard()).toEqual([]);
  // The next transaction on the same connection says it again.
  await update(other.id, 4);
  expect(await heard()).toEqual(['rival', 'the admins']);
});

test('nothing of another organization hears', async () => {
  const otherAgency = await createTestAgency();
  await otherAgency.sale();
  expect(await heard()).toEqual([]);
});

describe('whatever is wrong with live messages, the sale is recorded', () => {
  test.each([
    ['sending fails', 'alter table realtime.messages add constraint broken check (false) not valid'],
    ['there is no realtime at all', 'alter schema realtime rename to elsewhere'],
  ])('when %s', async (_what, damage) => {
    const sale = await agency.sale();
    const client = await database();
    await client.query('begin');
    try {
      await client.query(damage);
      await client.query(`update public.sales set status = 'paid' where id = $1`, [sale.id]);
      const { rows } = await client.query<{ sale_paid: boolean }>(
        'select sale_paid from public.commissions where sales_id = $1',
        [sale.id],
      );
      expect(rows).toEqual([{ sale_paid: true }]);
    } finally {
      await client.query('rollback');
    }
  });
});

test('who has a share of a commission, or an override of it, is told as its seller is, and nobody else', async () => {
  const sale = await agency.sale({ commission: 300 });
  await heard();
  await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  expect(await heard()).toContain('rival');
  await override(agency, sale.commissionId, { person: agency.owner, amount: 15 });
  expect(await heard()).toEqual(['owner', 'the admins']);
  await agency.admin.api.rpc('record_receipt', {
    commission_id: sale.commissionId,
    received_on: '2026-06-02',
    received_amount: 300,
  });
  expect(await heard()).toEqual(['agent', 'owner', 'rival', 'the admins']);
  await change(agency.agent, sale.id, { travel_date: '2026-10-01' });
  expect(await heard()).toEqual(['agent', 'rival', 'the admins']);
  await agency.sale({ commission: 100 });
  expect(await heard()).toEqual(['agent', 'the admins']);
});
