import { sql } from '../support/database';
import { begin, beginImport, fileHash, importRows, people, undo } from '../support/imports';
import { api, createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let foreign: TestAgency;
let ofOwner: string;
let ofAgent: string;
beforeAll(async () => {
  [agency, foreign] = [await createTestAgency(), await createTestAgency()];
  ofOwner = await beginImport(agency.owner);
  await importRows(agency.owner, ofOwner, people(3));
  ofAgent = await beginImport(agency.agent);
  await importRows(agency.agent, ofAgent, people(2));
});

const nobody = (): Person => ({ id: '', email: '', api: api() });
const strangers = (): [string, Person][] => [
  ['another agent', agency.rival],
  ['another organization', foreign.owner],
  ['an inactive member', agency.inactive],
  ['nobody', nobody()],
];

test('every active member imports customers, admins vendors', async () => {
  for (const person of [agency.owner, agency.admin, agency.agent]) {
    expect((await begin(person)).error).toBeNull();
  }
  for (const person of [agency.owner, agency.admin]) {
    expect((await begin(person, { kind: 'vendors' })).error).toBeNull();
  }
  for (const person of [agency.agent, agency.inactive, nobody()]) {
    expect((await begin(person, { kind: 'vendors' })).error?.code).toBe('42501');
  }
  for (const person of [agency.inactive, nobody()]) {
    expect((await begin(person)).error?.code).toBe('42501');
  }
});

test('strangers can neither add to an import, end it nor undo it, and learn nothing of it', async () => {
  for (const [who, person] of strangers()) {
    const answers = await Promise.all([
      person.api.rpc('import_rows', { batch_id: ofAgent, rows: people(1) as never }),
      person.api.rpc('finish_import', { batch_id: ofAgent }),
      person.api.rpc('undo_import', { batch_id: ofAgent }),
    ]);
    for (const { data, error } of answers) {
      expect([who, data]).toEqual([who, null]);
      expect(['42501', 'P0001']).toContain(error?.code);
      if (error?.code === 'P0001') expect(error.message).toBe('This import is no longer there.');
    }
  }
  const [row] = await sql('select status, added from public.import_batches where id = $1', [ofAgent]);
  expect(row).toEqual({ status: 'running', added: 2 });
});

test('an agent reads own imports, admins all of their organization, strangers none', async () => {
  const seen = async (person: Person) => {
    const { data } = await person.api.from('import_batches').select('id');
    const ids = (data ?? []).map(({ id }) => id);
    return [ids.includes(ofOwner), ids.includes(ofAgent)];
  };
  expect(await seen(agency.admin)).toEqual([true, true]);
  expect(await seen(agency.agent)).toEqual([false, true]);
  for (const [, person] of strangers()) expect(await seen(person)).toEqual([false, false]);
});

test('nobody writes batches, or says that a record came from one', async () => {
  const { agent } = agency;
  const row = {
    kind: 'customers',
    file_name: 'a',
    file_hash: fileHash(),
    headers: ['a'],
    mapping: {},
    total_rows: 1,
  };
  for (const { error } of [
    await untyped(agent.api, 'import_batches').insert(row),
    await untyped(agent.api, 'import_batches').update({ added: 9 }).eq('id', ofAgent),
    await untyped(agent.api, 'import_batches').delete().eq('id', ofAgent),
    await untyped(agent.api, 'customers').insert({
      first_name: 'A',
      last_name: 'B',
      import_batch_id: ofAgent,
    }),
    await untyped(agent.api, 'customers').update({ import_batch_id: ofAgent }).eq('id', agency.customerId),
    await untyped(agency.admin.api, 'vendors').update({ import_row: 1 }).eq('id', agency.vendorId),
  ]) {
    expect(error?.code).toBe('42501');
  }
});

test('how columns were read is remembered for the organization, one’s own first', async () => {
  const headers = ['Name', 'Mail'];
  const file_hash = fileHash();
  const ask = async (person: Person) => {
    const { data } = await person.api.rpc('last_import_mapping', { kind: 'customers', headers, file_hash });
    return data as { mapping: unknown; earlier: { added: number } | null } | null;
  };
  expect(await ask(agency.agent)).toEqual({ mapping: null, words: {}, earlier: null });
  const batch = await beginImport(agency.agent, { headers, file_hash, mapping: { dates: 'dmy' } });
  await importRows(agency.agent, batch, people(1));
  await beginImport(agency.rival, { headers, mapping: { dates: 'mdy' } });
  expect(await ask(agency.agent)).toMatchObject({ mapping: { dates: 'dmy' }, earlier: { added: 1 } });
  expect(await ask(agency.rival)).toMatchObject({ mapping: { dates: 'mdy' } });
  expect(await ask(foreign.owner)).toEqual({ mapping: null, words: {}, earlier: null });
  expect(await ask(agency.inactive)).toBeNull();
});

test('somebody deactivated in the middle of an import adds no further row, and an admin takes it back', async () => {
  const batch = await beginImport(agency.rival);
  await importRows(agency.rival, batch, people(2));
  await sql('update public.users set is_active = false where id = $1', [agency.rival.id]);
  const { error } = await agency.rival.api.rpc('import_rows', { batch_id: batch, rows: people(1) as never });
  expect(error?.code).toMatch(/^(42501|P0001)$/);
  await sql('update public.users set is_active = true where id = $1', [agency.rival.id]);
  expect(await undo(agency.admin, batch)).toMatchObject({ removed: 2 });
});

test('who imported, and who took it back, is written down', async () => {
  const batch = await beginImport(agency.agent, { total_rows: 2 });
  await importRows(agency.agent, batch, people(2));
  await agency.agent.api.rpc('finish_import', { batch_id: batch, refused: 1 });
  await agency.agent.api.rpc('finish_import', { batch_id: batch });
  await undo(agency.admin, batch);
  await undo(agency.admin, batch);
  const log = await sql(
    'select actor_id, action, details from private.audit_log where organization_id = $1 and subject_id = $2 order by id',
    [agency.organizationId, batch],
  );
  const counts = { kind: 'customers', total_rows: 2, added: 2, skipped: 0, failed: 1 };
  expect(log).toEqual([
    { actor_id: agency.agent.id, action: 'import_begun', details: { kind: 'customers', total_rows: 2 } },
    { actor_id: agency.agent.id, action: 'import_done', details: { ...counts, removed: 0 } },
    { actor_id: agency.admin.id, action: 'import_undone', details: { ...counts, removed: 2 } },
  ]);
  const { data } = await agency.admin.api
    .from('import_batches')
    .select('created_by, undone_by')
    .eq('id', batch)
    .single();
  expect(data).toEqual({ created_by: agency.agent.id, undone_by: agency.admin.id });
});
