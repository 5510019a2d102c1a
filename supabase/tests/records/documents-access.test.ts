import { randomUUID } from 'node:crypto';
import { attempt } from '../support/claims';
import { CODED } from '../support/coded';
import { sql } from '../support/database';
import {
  addDocument,
  describeFile,
  listDocuments,
  open,
  PDF,
  readFile,
  start,
  type DocumentInput,
} from '../support/documents';
import { updateSale } from '../support/sales';
import { isTried, SEED } from '../support/soak';
import { createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let ownSale: string;
let rivalSale: string;

type Who = 'owner' | 'admin' | 'agent' | 'rival' | 'inactive' | 'foreign owner' | 'foreign agent';
const person = (who: Who): Person =>
  who === 'foreign owner' ? otherAgency.owner : who === 'foreign agent' ? otherAgency.agent : agency[who];
const EVERYONE: Who[] = ['owner', 'admin', 'agent', 'rival', 'inactive', 'foreign owner', 'foreign agent'];
const ADMINS: Who[] = ['owner', 'admin'];
const MEMBERS: Who[] = [...ADMINS, 'agent', 'rival'];

/** Who sees a document, by its visibility and record; all of them are added by the admin. */
const CASES: [name: string, input: () => DocumentInput, seers: Who[]][] = [
  ['admins', () => ({ visibility: 'admins' }), ADMINS],
  ['admins, of a customer', () => ({ visibility: 'admins', ...of('customers', agency.customerId) }), ADMINS],
  ['admins, of the agent’s sale', () => ({ visibility: 'admins', ...of('sales', ownSale) }), ADMINS],
  ['everybody', () => ({ visibility: 'everybody' }), MEMBERS],
  ['everybody, of the rival’s sale', () => ({ visibility: 'everybody', ...of('sales', rivalSale) }), MEMBERS],
  ['one member', () => ({ visibility: 'member', member_id: agency.agent.id }), [...ADMINS, 'agent']],
  [
    'one member, of the rival’s sale',
    () => ({ visibility: 'member', member_id: agency.agent.id, ...of('sales', rivalSale) }),
    [...ADMINS, 'agent'],
  ],
  ['the customer', () => ({ visibility: 'record', ...of('customers', agency.customerId) }), MEMBERS],
  ['the agent’s sale', () => ({ visibility: 'record', ...of('sales', ownSale) }), [...ADMINS, 'agent']],
  ['the rival’s sale', () => ({ visibility: 'record', ...of('sales', rivalSale) }), [...ADMINS, 'rival']],
  [
    'the agent’s commission',
    () => ({ visibility: 'record', ...of('commissions', commissions.own) }),
    [...ADMINS, 'agent'],
  ],
  [
    'the rival’s commission',
    () => ({ visibility: 'record', ...of('commissions', commissions.rival) }),
    [...ADMINS, 'rival'],
  ],
  ['the vendor', () => ({ visibility: 'record', ...of('vendors', agency.vendorId) }), ADMINS],
];
const of = (record_type: NonNullable<DocumentInput['record_type']>, record_id: string) => ({
  record_type,
  record_id,
});
const commissions = { own: '', rival: '' };

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  ({ id: ownSale, commissionId: commissions.own } = await agency.sale());
  ({ id: rivalSale, commissionId: commissions.rival } = await agency.sale({ agent: agency.rival }));
});

// Holds security-101
describe.each(CASES)('seen by %s', (_name, input, seers) => {
  let added: Awaited<ReturnType<typeof addDocument>>;
  beforeAll(async () => {
    added = await addDocument(agency.admin, input());
  });

  test.each(EVERYONE)(`%s (seed ${SEED})`, async (who) => {
    const { api } = person(who);
    const sees = seers.includes(who);
    const rows = async (table: string, column: string) =>
      (await untyped(api, table).select('id').eq(column, added.id)).data?.length ?? 0;
    expect(await rows('documents', 'id')).toBe(sees ? 1 : 0);
    expect(await rows('document_versions', 'document_id')).toBe(sees ? 1 : 0);
    const listed = await listDocuments(person(who));
    expect(listed.rows.some(({ id }) => id === added.id)).toBe(sees);
    const { data } = await api.rpc('get_document', { document_id: added.id });
    expect((data as { id: string } | null)?.id ?? null).toBe(sees ? added.id : null);

    // Files: not without opening, and opening is for those who see it.
    const files = api.storage.from('documents');
    expect(await readFile(person(who), added.path)).toBeNull();
    expect(await open(person(who), added.versionId)).toBe(sees);
    expect(await readFile(person(who), added.path)).toBe(sees ? PDF.contents : null);
    expect((await files.createSignedUrl(added.path, 60)).data !== null).toBe(sees);
    expect((await files.info(added.path)).data !== null).toBe(sees);
    const names = await attempt(person(who), 'select name from storage.objects where name = $1', [
      added.path,
    ]);
    expect(names).toHaveLength(sees ? 1 : 0);

    // Some are asked for the rest as well.
    if (!isTried(3)) return;
    // Nobody touches files by themselves.
    expect((await files.remove([added.path])).data ?? []).toEqual([]);
    expect((await files.update(added.path, 'x')).error).not.toBeNull();
    expect((await files.move(added.path, `${added.path}x`)).error).not.toBeNull();
    expect((await files.copy(added.path, `${agency.organizationId}/${randomUUID()}`)).error).not.toBeNull();

    // What an admin added, agents do not change, whatever they see of it.
    if (ADMINS.includes(who)) return;
    const gone = sees
      ? 'Only admins and whoever added a document can change it.'
      : 'This document does not exist.';
    const save = await api.rpc('save_document', {
      document_id: added.id,
      expected_version: 1,
      document: { title: 'Mine', category: 'other', visibility: 'everybody' },
    });
    expect(save.data).toMatchObject({ success: false, ...CODED, error: gone });
    expect(await start(person(who), added.id)).toMatchObject({ success: false, ...CODED, error: gone });
    expect((await api.rpc('delete_document', { document_id: added.id })).data).toMatchObject({ error: gone });
    for (const change of [
      untyped(api, 'documents').update({ title: 'Mine' }).eq('id', added.id),
      untyped(api, 'documents').delete().eq('id', added.id),
      untyped(api, 'document_versions').delete().eq('document_id', added.id),
      untyped(api, 'document_reads').delete().eq('document_id', added.id),
    ])
      expect((await change).error?.code).toBe('42501');
  });
});

test('a record is named to those who see it, also where its document is for everybody', async () => {
  const { rows } = await listDocuments(agency.agent);
  const own = rows.filter(({ record }) => record !== null);
  const labels = new Set((await listDocuments(agency.admin)).rows.map(({ record }) => record?.label ?? null));
  expect(labels.size).toBeGreaterThan(own.length > 0 ? 1 : 0);
  const { data } = await sqlSale(rivalSale);
  expect(rows.map(({ record }) => record?.label)).not.toContain(data);
  expect((await listDocuments(agency.agent, { search: data })).rows).toEqual([]);
  const behind = await untyped(agency.agent.api, 'documents')
    .select('sales(booking_reference)')
    .eq('sale_id', rivalSale);
  expect(behind.data).not.toEqual([]);
  expect(JSON.stringify(behind.data)).not.toContain(data);
});

async function sqlSale(id: string): Promise<{ data: string }> {
  const [sale] = await sql<{ data: string }>(
    `update public.sales set booking_reference = 'RIVAL-7' where id = $1 returning booking_reference as data`,
    [id],
  );
  if (!sale) throw new Error('no sale');
  return sale;
}

describe('agents add', () => {
  test.each<[string, () => DocumentInput]>([
    ['to a sale of their own', () => ({ visibility: 'record', ...of('sales', ownSale) })],
    ['to a customer', () => ({ visibility: 'record', ...of('customers', agency.customerId) })],
  ])('%s, and change it', async (_where, input) => {
    const added = await addDocument(agency.agent, { ...input(), category: 'sale_document' });
    const listed = (await listDocuments(agency.agent)).rows.find(({ id }) => id === added.id);
    expect(listed?.may_change).toBe(true);
    const next = await addDocument(agency.agent, added.id, { ...PDF, contents: '%PDF-1.7 second' });
    expect(await open(agency.agent, added.versionId)).toBe(true);
    expect(await readFile(agency.agent, added.path)).toBe(PDF.contents);
    expect(await readFile(agency.agent, next.path)).toBeNull();
    const { data } = await agency.agent.api.rpc('delete_document', { document_id: added.id });
    expect(data).toMatchObject({ success: true });
    expect(await readFile(agency.agent, added.path)).toBeNull();
  });

  test.each<[string, () => DocumentInput]>([
    ['to the rival’s sale', () => ({ visibility: 'record', ...of('sales', rivalSale) })],
    ['to a commission', () => ({ visibility: 'record', ...of('commissions', commissions.own) })],
    ['to a vendor', () => ({ visibility: 'record', ...of('vendors', agency.vendorId) })],
    ['to a foreign customer', () => ({ visibility: 'record', ...of('customers', otherAgency.customerId) })],
    ['for admins', () => ({ visibility: 'admins', ...of('sales', ownSale) })],
    ['for everybody', () => ({ visibility: 'everybody', ...of('sales', ownSale) })],
    ['for one member', () => ({ visibility: 'member', member_id: agency.rival.id, ...of('sales', ownSale) })],
    ['a contract', () => ({ visibility: 'record', category: 'vendor_contract', ...of('sales', ownSale) })],
    ['something that asks', () => ({ visibility: 'record', asks_to_read: true, ...of('sales', ownSale) })],
    ['nothing in particular', () => ({ visibility: 'record' })],
  ])('not %s', async (_what, input) => {
    const begun = await start(agency.agent, { title: 'Paper', category: 'other', ...input() });
    expect(begun).toMatchObject({ success: false });
    expect(begun.upload_id).toBeUndefined();
  });
});

// Holds security-102
test('an agent who lost the sale loses its documents, their files, and their own upload on its way', async () => {
  const sale = await agency.sale();
  const paper: DocumentInput = {
    title: 'Paper',
    category: 'other',
    visibility: 'record',
    ...of('sales', sale.id),
  };
  const added = await addDocument(agency.agent, paper);
  const begun = await start(agency.agent, paper);
  await agency.agent.api.storage
    .from('documents')
    .upload(begun.path ?? '', Buffer.from(PDF.contents), { contentType: PDF.type });
  expect(await open(agency.agent, added.versionId)).toBe(true);
  await updateSale(agency.admin, sale.id, 1, { agent_id: agency.rival.id });
  expect(await readFile(agency.agent, added.path)).toBeNull();
  expect((await agency.agent.api.storage.from('documents').createSignedUrl(added.path, 60)).data).toBeNull();
  expect(await open(agency.agent, added.versionId)).toBe(false);
  const finished = await agency.agent.api.rpc('finish_document_upload', { upload_id: begun.upload_id ?? '' });
  expect(finished.data).toMatchObject({ success: false, ...CODED, error: 'This record does not exist.' });
  expect(await open(agency.rival, added.versionId)).toBe(true);
  expect(await readFile(agency.rival, added.path)).toBe(PDF.contents);
});

test('who leaves reads nothing more, with a disclosure in hand', async () => {
  const other = await createTestAgency();
  const added = await addDocument(other.admin, { visibility: 'everybody' });
  expect(await open(other.agent, added.versionId)).toBe(true);
  await other.owner.api.rpc('set_member_active', { member_id: other.agent.id, active: false });
  expect(await readFile(other.agent, added.path)).toBeNull();
  expect(await open(other.agent, added.versionId)).toBe(false);
});

// Holds security-105
test('nobody reads by the opening of another person, or after a minute', async () => {
  const added = await addDocument(agency.admin, { visibility: 'everybody' });
  expect(await open(agency.admin, added.versionId)).toBe(true);
  expect(await readFile(agency.agent, added.path)).toBeNull();
  await sql(
    `update private.disclosures set created_at = created_at - interval '61 seconds' where subject_id = $1`,
    [added.versionId],
  );
  expect(await readFile(agency.admin, added.path)).toBeNull();
});

test('every opening is written down before the file is told, and admins see it', async () => {
  const added = await addDocument(agency.admin, {
    visibility: 'record',
    ...of('customers', agency.customerId),
  });
  await open(agency.agent, added.versionId);
  const { data } = await agency.admin.api.rpc('get_document', { document_id: added.id });
  expect(data).toMatchObject({ downloads: [{ by: 'agent Test', number: 1 }] });
  const [logged] = await sql('select customer_id, actor_id from private.audit_log where subject_id = $1', [
    added.id,
  ]);
  expect(logged).toEqual({ customer_id: agency.customerId, actor_id: agency.agent.id });
  const asAgent = await agency.agent.api.rpc('get_document', { document_id: added.id });
  expect(asAgent.data).toMatchObject({ downloads: null, read_by: null });
});

test('two who save at the same time: the second is told', async () => {
  const added = await addDocument(agency.admin, { visibility: 'admins' });
  const save = (title: string) =>
    agency.owner.api.rpc('save_document', {
      document_id: added.id,
      expected_version: 1,
      document: { title, category: 'other', visibility: 'admins' },
    });
  expect((await save('First')).data).toMatchObject({ success: true });
  expect((await save('Second')).data).toMatchObject({ success: false, field: 'version' });
});

test('a file is described by those who may; its name is not theirs to choose', async () => {
  const begun = await start(agency.agent, {
    title: 'Paper',
    category: 'other',
    visibility: 'record',
    ...of('sales', ownSale),
  });
  const put = (who: Person, path: string) =>
    who.api.storage.from('documents').upload(path, Buffer.from(PDF.contents), { contentType: PDF.type });
  expect((await put(agency.rival, begun.path ?? '')).error).not.toBeNull();
  expect((await put(agency.agent, `${agency.organizationId}/${randomUUID()}`)).error).not.toBeNull();
  expect((await put(agency.agent, `${begun.path ?? ''}.html`)).error).not.toBeNull();
  expect((await put(agency.agent, `x/${begun.path ?? ''}`)).error).not.toBeNull();
  expect(await attempt(agency.rival, INSERT, [begun.path])).toBe('42501');
  expect(
    await attempt(agency.agent, INSERT, [`${otherAgency.organizationId}/${begun.upload_id ?? ''}`]),
  ).toBe('42501');
  expect((await put(agency.agent, begun.path ?? '')).error).toBeNull();
  expect(describeFile(PDF).size).toBe(14);
});

const INSERT = `insert into storage.objects (bucket_id, name) values ('documents', $1)`;
