import { sql } from './support/database';
import { begin, beginImport, fileHash, importRows, people, undo } from './support/imports';
import { api, createWorld, untyped, type Person, type World } from './support/world';

let world: World;
let foreign: World;
let ofOwner: string;
let ofAgent: string;
beforeAll(async () => {
  [world, foreign] = [await createWorld(), await createWorld()];
  ofOwner = await beginImport(world.owner);
  await importRows(world.owner, ofOwner, people(3));
  ofAgent = await beginImport(world.agent);
  await importRows(world.agent, ofAgent, people(2));
});

const nobody = (): Person => ({ id: '', email: '', api: api() });
const strangers = (): [string, Person][] => [
  ['another agent', world.rival],
  ['another organization', foreign.owner],
  ['an inactive member', world.inactive],
  ['nobody', nobody()],
];

test('every active member imports customers, admins vendors', async () => {
  for (const person of [world.owner, world.admin, world.agent]) {
    expect((await begin(person)).error).toBeNull();
  }
  for (const person of [world.owner, world.admin]) {
    expect((await begin(person, { kind: 'vendors' })).error).toBeNull();
  }
  for (const person of [world.agent, world.inactive, nobody()]) {
    expect((await begin(person, { kind: 'vendors' })).error?.code).toBe('42501');
  }
  for (const person of [world.inactive, nobody()]) {
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
  expect(await seen(world.admin)).toEqual([true, true]);
  expect(await seen(world.agent)).toEqual([false, true]);
  for (const [, person] of strangers()) expect(await seen(person)).toEqual([false, false]);
});

test('nobody writes batches, or says that a record came from one', async () => {
  const { agent } = world;
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
    await untyped(agent.api, 'customers').update({ import_batch_id: ofAgent }).eq('id', world.customerId),
    await untyped(world.admin.api, 'vendors').update({ import_row: 1 }).eq('id', world.vendorId),
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
  expect(await ask(world.agent)).toEqual({ mapping: null, earlier: null });
  const batch = await beginImport(world.agent, { headers, file_hash, mapping: { dates: 'dmy' } });
  await importRows(world.agent, batch, people(1));
  await beginImport(world.rival, { headers, mapping: { dates: 'mdy' } });
  expect(await ask(world.agent)).toMatchObject({ mapping: { dates: 'dmy' }, earlier: { added: 1 } });
  expect(await ask(world.rival)).toMatchObject({ mapping: { dates: 'mdy' } });
  expect(await ask(foreign.owner)).toEqual({ mapping: null, earlier: null });
  expect(await ask(world.inactive)).toBeNull();
});

test('somebody deactivated in the middle of an import adds no further row, and an admin takes it back', async () => {
  const batch = await beginImport(world.rival);
  await importRows(world.rival, batch, people(2));
  await sql('update public.users set is_active = false where id = $1', [world.rival.id]);
  const { error } = await world.rival.api.rpc('import_rows', { batch_id: batch, rows: people(1) as never });
  expect(error?.code).toMatch(/^(42501|P0001)$/);
  await sql('update public.users set is_active = true where id = $1', [world.rival.id]);
  expect(await undo(world.admin, batch)).toMatchObject({ removed: 2 });
});

test('who imported, and who took it back, is written down', async () => {
  const batch = await beginImport(world.agent, { total_rows: 2 });
  await importRows(world.agent, batch, people(2));
  await world.agent.api.rpc('finish_import', { batch_id: batch, refused: 1 });
  await world.agent.api.rpc('finish_import', { batch_id: batch });
  await undo(world.admin, batch);
  await undo(world.admin, batch);
  const log = await sql(
    'select actor_id, action, details from private.audit_log where organization_id = $1 and subject_id = $2 order by id',
    [world.organizationId, batch],
  );
  const counts = { kind: 'customers', total_rows: 2, added: 2, skipped: 0, failed: 1 };
  expect(log).toEqual([
    { actor_id: world.agent.id, action: 'import_begun', details: { kind: 'customers', total_rows: 2 } },
    { actor_id: world.agent.id, action: 'import_done', details: { ...counts, removed: 0 } },
    { actor_id: world.admin.id, action: 'import_undone', details: { ...counts, removed: 2 } },
  ]);
  const { data } = await world.admin.api
    .from('import_batches')
    .select('created_by, undone_by')
    .eq('id', batch)
    .single();
  expect(data).toEqual({ created_by: world.agent.id, undone_by: world.admin.id });
});
