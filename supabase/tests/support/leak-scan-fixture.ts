import { fillBank } from './bank';
import { fillConnection } from './bank-connections';
import { at, post } from './conversations';
import { sql } from './database';
import { fillPayouts } from './payouts';
import { addDocument } from './documents';
import { createSale, setStatus, updateSale } from './sales';
import { EU_AGENT, EU_PAYER, saveDetails, saveSettings, US_AGENT, US_PAYER } from './taxes';
import { addEndpoint } from './webhooks';
import type { Catalogue, Column, Reference, Relation } from './leak-scan-catalogue';
import {
  createCustomer,
  createTestAgency,
  handOf,
  readyToPay,
  type Person,
  type TestAgency,
} from './test-agency';

/** An agent with a little of everything, and around them what they must not learn. */
export interface LeakScanFixture {
  agency: TestAgency;
  otherAgency: TestAgency;
  agent: Person;
  own: { saleId: string; commissionId: string; paidSaleId: string };
}

/** Values that stand in no row the agent may see. */
export const SECRET = { amount: 7777.77, text: 'SECRET-7', day: '2026-03-17' };

async function pay(agency: TestAgency, saleId: string): Promise<void> {
  const payment = await readyToPay(agency, saleId);
  const { data } = await agency.admin.api.rpc('record_agent_payment', {
    ...payment,
    reference: `${SECRET.text}-p`,
  });
  if (!(data as { success: boolean }).success) throw new Error(JSON.stringify(data));
}

/** Sales of one person in every state, with travelers, changes, notes and a payment. */
async function sell(agency: TestAgency, person: Person, extra: object, traveler: string): Promise<string[]> {
  const made = [];
  for (let n = 0; n < 4; n += 1) made.push((await createSale(person, agency, extra, [traveler])).id);
  const [booked = '', paid = '', cancelled = '', done = ''] = made;
  await updateSale(person, booked, 1, { notes: `${SECRET.text}-n` }, []);
  await setStatus(person, paid, 'paid', `${SECRET.text}-c`);
  await setStatus(person, cancelled, 'cancelled');
  await pay(agency, done);
  return made;
}

/** What two people say to each other about a sale. */
async function talk(saleId: string, one: Person, other: Person, text: string): Promise<void> {
  const sale = { type: 'sales', id: saleId } as const;
  await post(other, sale, text, await post(one, sale, `${text} ${at(other)}`));
}

/** Both organizations before the rival sells anything; the agent has sales of their own. */
export async function createLeakScanFixture(): Promise<LeakScanFixture> {
  const [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  const agent = agency.agent;
  const traveler = await createCustomer(agency.organizationId);
  const [saleId = '', , , paidSaleId = ''] = await sell(agency, agent, { total_amount: 500 }, traveler);
  const [commission] = await sql<{ id: string }>('select id from public.commissions where sales_id = $1', [
    saleId,
  ]);
  for (const person of [agent, agency.rival, otherAgency.agent])
    await sql(
      `insert into public.notifications (organization_id, user_id, type, message) select organization_id, id, 'mention', 'Hello'
       from public.users where id = $1`,
      [person.id],
    );
  // From here on every event of both agencies is told, so that functions about webhooks have something to leak.
  for (const { owner } of [agency, otherAgency]) await addEndpoint(owner);
  for (const { owner } of [agency, otherAgency])
    await owner.api.from('invitations').insert({ email: `secret.${owner.id}@agency.test` });
  await talk(saleId, agent, agency.admin, 'Hello');
  const [foreign = ''] = await sell(
    otherAgency,
    otherAgency.agent,
    SECRET_SALE,
    await createCustomer(otherAgency.organizationId),
  );
  await talk(foreign, otherAgency.agent, otherAgency.admin, SECRET.text);
  await fillBank(otherAgency, otherAgency.agent, SECRET.text);
  await fillConnection(otherAgency, SECRET.text);
  await fillPayouts(otherAgency, otherAgency.agent, SECRET.text);
  await exportTaxes(otherAgency, otherAgency.agent);
  await saveSettings(agency.owner, EU_PAYER);
  await keepDocuments(otherAgency, otherAgency.agent);
  await agree(otherAgency);
  await share(otherAgency, otherAgency.agent, otherAgency.rival);
  return { agency, otherAgency, agent, own: { saleId, commissionId: commission?.id ?? '', paidSaleId } };
}

const SECRET_SALE = { total_amount: SECRET.amount, booking_reference: SECRET.text, sale_date: SECRET.day };

/** A group, and what a vendor pays: of another agency, for their own one the agents read the groups and rates. */
async function agree({ owner, vendorId }: TestAgency): Promise<void> {
  await owner.api.rpc('save_sale_group', {
    sale_group: { name: SECRET.text, vendor_id: vendorId, notes: SECRET.text, travel_date: SECRET.day },
  });
  const rate = { vendor_id: vendorId, rate: 7.77, valid_from: SECRET.day };
  await owner.api.rpc('save_vendor_rate', rate);
  await owner.api.rpc('save_vendor_bonus_terms', {
    vendor_id: vendorId,
    period_start: SECRET.day,
    period_end: SECRET.day,
    basis: 'sales',
    steps: [{ from: SECRET.amount, percent: 7.77 }],
  });
}

/** Sales by lines that two people share, with a fee, what the customer paid and a penalty; and terms of the first one. */
async function share(agency: TestAgency, person: Person, other: Person): Promise<void> {
  const shared = {
    ...SECRET_SALE,
    lines: [
      { kind: 'cruise', text: SECRET.text, amount: SECRET.amount, earns: 'rate', rate: 10 },
      { kind: 'service_fee', text: SECRET.text, amount: 77.77 },
    ],
    co_sellers: [{ user_id: other.id, role: 'co_seller', percent: 7.77 }],
    payment_plan: [{ kind: 'final', due_on: SECRET.day }],
  };
  const [kept, cancelled] = [
    await createSale(person, agency, shared),
    await createSale(person, agency, shared),
  ];
  const hand = handOf(person);
  await hand.call('record_customer_payment', {
    ...{ sale_id: kept.id, amount: 77.77, paid_on: SECRET.day, payment_method: 'cash', note: SECRET.text },
  });
  await hand.call('cancel_sale_with_penalty', { sale_id: cancelled.id, amount: 77.77 });
  const terms = { default_split: 77, vendor_splits: [{ vendor_id: agency.vendorId, split: 77 }] };
  await handOf(agency.owner).call('save_agreement', {
    ...{ member_id: person.id, valid_from: '2099-03-17', terms },
  });
}

/** A file of tax forms, with all that is known of the one agent in it. */
async function exportTaxes({ owner }: TestAgency, person: Person): Promise<void> {
  await saveSettings(owner, { ...US_PAYER, legal_name: SECRET.text });
  await saveDetails(person, { ...US_AGENT, legal_name: SECRET.text });
  const hand = handOf(owner);
  await hand.call('set_tax_threshold', { year: 2026, amount: 7.77, source: SECRET.text });
  await hand.call('request_tax_file', { year: 2026 });
}

/** Papers of the admins, of a person and of their sale, which one of the admins has read. */
async function keepDocuments(agency: TestAgency, person: Person): Promise<void> {
  const secret = { title: SECRET.text, expires_on: SECRET.day };
  const file = { name: `${SECRET.text}.txt`, type: 'text/plain', contents: SECRET.text };
  const sale = await createSale(person, agency, SECRET_SALE);
  await addDocument(agency.admin, { ...secret, visibility: 'member', member_id: person.id }, file);
  await addDocument(
    person,
    { ...secret, visibility: 'record', record_type: 'sales', record_id: sale.id },
    file,
  );
  const asking = await addDocument(
    agency.admin,
    { ...secret, visibility: 'admins', asks_to_read: true },
    file,
  );
  await agency.owner.api.rpc('confirm_document_read', { version_id: asking.versionId });
}

/** All the rival does meanwhile: sells, is paid, gets other terms and news, and takes over a sale of a third one. */
export async function makeSecrets({ agency }: LeakScanFixture): Promise<void> {
  await fillBank(agency, agency.rival, SECRET.text);
  await fillConnection(agency, SECRET.text);
  await saveDetails(agency.rival, { ...EU_AGENT, legal_name: SECRET.text });
  await fillPayouts(agency, agency.rival, SECRET.text);
  await keepDocuments(agency, agency.rival);
  await share(agency, agency.rival, agency.owner);
  const traveler = await createCustomer(agency.organizationId);
  await sql('delete from public.customers where id = $1', [traveler]);
  const [someone] = await sql<{ id: string }>(
    'select id from public.customers where organization_id = $1 and id <> $2 order by id limit 1',
    [agency.organizationId, agency.customerId],
  );
  const [rivals = ''] = await sell(agency, agency.rival, SECRET_SALE, someone?.id ?? '');
  await talk(rivals, agency.rival, agency.admin, SECRET.text);
  await createSale(agency.rival, agency, {
    ...SECRET_SALE,
    booking_reference: 'BF-1001',
    sale_date: '2099-01-01',
  });
  const taken = await createSale(agency.owner, agency, SECRET_SALE);
  await updateSale(agency.admin, taken.id, 1, { agent_id: agency.rival.id });
  await sql('update public.user_terms set commission_split = 77 where user_id = $1', [agency.rival.id]);
}

const SAMPLES: Record<string, unknown> = {
  uuid: () => crypto.randomUUID(),
  date: SECRET.day,
  'timestamp with time zone': '2026-03-17T12:00:00Z',
  boolean: false,
  jsonb: {},
  'text[]': [SECRET.text],
  'uuid[]': [],
};

/** What a CHECK asks of a column and its type does not say. Whoever adds a table the scan cannot fill adds its sample here. */
const PARTICULAR: Record<string, unknown> = { file_hash: '7'.repeat(64) };

function sample({ name, type, known }: Column): unknown {
  if (known[0] || name in PARTICULAR) return known[0] ?? PARTICULAR[name];
  if (name.includes('email')) return 'secret@agency.test';
  if (/^(numeric|bigint|integer|smallint)/.test(type)) return 1;
  const value = SAMPLES[type] ?? SECRET.text;
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

/** Fills a table that is still empty of rows the agent may not see: one row of the other agency, made from the catalogue. */
export async function fillEmptyTables(
  { relations, references }: Catalogue,
  organizationId: string,
): Promise<string[]> {
  const failures: string[] = [];
  for (const relation of relations.filter(({ isView }) => !isView)) {
    if (!relation.columns.some(({ name }) => name === 'organization_id')) continue;
    const [found] = await sql(`select 1 from public.${relation.name} where organization_id = $1 limit 1`, [
      organizationId,
    ]);
    if (found) continue;
    await insertSample(relation, references, organizationId).catch((error: Error) =>
      failures.push(`${relation.name}: ${error.message}`),
    );
  }
  return failures;
}

async function insertSample(
  relation: Relation,
  references: Reference[],
  organizationId: string,
): Promise<void> {
  const row: Record<string, unknown> = { organization_id: organizationId };
  for (const { from, to, columns } of references) {
    const [column] = columns;
    if (from !== relation.name || !column || column === 'organization_id') continue;
    // Two references to one table get two rows of it.
    const taken = Object.values(row);
    const [target] = await sql<{ id: string }>(
      `select id from public.${to} where organization_id = $1 and id <> all ($2) order by id limit 1`,
      [organizationId, taken],
    );
    if (target) row[column] = target.id;
  }
  for (const column of relation.columns)
    if (column.required && !(column.name in row)) row[column.name] = sample(column);
  const columns = Object.keys(row).join(', ');
  await sql(
    `insert into public.${relation.name} (${columns})
     select ${columns} from jsonb_populate_record(null::public.${relation.name}, $1)`,
    [JSON.stringify(row)],
  );
}
