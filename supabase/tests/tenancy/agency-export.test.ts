import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { sendMail } from '../support/mail';
import { createTestAgency, type Api, type Person, type TestAgency } from '../support/test-agency';
import { finishExports, writeExports } from '../support/takeout';

/** Who may take an agency along, and what becomes of it on the way (docs/product/tenancy.md, Taking the agency along). */
jest.setTimeout(120_000);

const PASSPHRASE = 'a lantern over the harbour';
let agency: TestAgency;
let other: TestAgency;

beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await agency.sale({ reference: 'OURS-1' });
  await other.sale({ reference: 'THEIRS-1' });
});

async function start(person: Person, passphrase?: string): Promise<string> {
  const { data, error } = await person.api.rpc('start_agency_export', passphrase ? { passphrase } : {});
  if (error) throw new Error(error.message);
  const answer = data as { success: boolean; id: string; error: string | null };
  if (!answer.success) throw new Error(answer.error ?? 'refused');
  return answer.id;
}

interface Opened {
  parts: { number: number; path: string; kind: string }[];
}

async function open(client: Api, id: string): Promise<Opened> {
  const { data, error } = await client.rpc('open_agency_export', { export_id: id });
  if (error) throw new Error(error.message);
  return data as unknown as Opened;
}

async function ready(passphrase?: string): Promise<{ id: string; parts: Opened['parts'] }> {
  const id = await start(agency.owner, passphrase);
  await finishExports(agency.organizationId);
  return { id, parts: (await open(agency.owner.api, id)).parts };
}

const read = async (client: Api, exportId: string, number: number) =>
  client.rpc('read_agency_export', { export_id: exportId, number });

// Holds tenancy-102
test('it is written down before it begins, and whoever downloads it', async () => {
  const { id } = await ready();
  const actions = await sql<{ action: string; kind: string; actor_id: string }>(
    'select action, kind, actor_id from private.audit_log where subject_id = $1 order by id',
    [id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['agency_export_started', 'agency_export_opened']);
  expect(new Set(actions.map(({ kind, actor_id }) => `${kind} ${actor_id}`))).toEqual(
    new Set([`data_out ${agency.owner.id}`]),
  );
});

test('admins, agents, inactive people and other agencies are refused by every function, and nothing changes', async () => {
  const { id } = await ready(PASSPHRASE);
  const state = () => sql('select to_jsonb(e) as row from private.agency_exports e order by id');
  const before = await state();
  for (const person of [agency.admin, agency.agent, agency.inactive, other.owner]) {
    const foreign = person === other.owner;
    const answers = [
      await person.api.rpc('open_agency_export', { export_id: id }),
      await read(person.api, id, 1),
      await person.api.rpc('remove_agency_export', { export_id: id }),
      await person.api.rpc('get_agency_export'),
      ...(foreign ? [] : [await person.api.rpc('start_agency_export')]),
    ];
    for (const { data, error } of answers) {
      const isRefused = error !== null || data === null || (data as { success?: boolean }).success === false;
      expect([person.email, isRefused, data]).toEqual([person.email, true, isRefused ? data : null]);
    }
  }
  expect(await state()).toEqual(before);
});

// Holds tenancy-115, security-126
test('only the one who opened it reads it, and only while they are an owner', async () => {
  const { id, parts } = await ready();
  const number = parts[0]?.number ?? 0;
  expect((await read(agency.owner.api, id, number)).error).toBeNull();
  await sql(`update private.agency_exports set opened_at = opened_at - interval '13 hours' where id = $1`, [
    id,
  ]);
  expect((await read(agency.owner.api, id, number)).error?.message).toBe(
    'This export is not there any more.',
  );
  await open(agency.owner.api, id);
  await sql(
    `update public.users set role = case id when $1 then 'admin' else 'owner' end where id in ($1, $2)`,
    [agency.owner.id, agency.admin.id],
  );
  try {
    expect((await read(agency.owner.api, id, number)).error?.code).toBe('42501');
    expect((await agency.owner.api.rpc('open_agency_export', { export_id: id })).error?.code).toBe('42501');
    const file = `${agency.organizationId}/${randomUUID()}`;
    const { data } = await agency.owner.api.storage.from('documents').download(file);
    expect(data).toBeNull();
    // The new owner has not opened it.
    expect((await read(agency.admin.api, id, number)).error?.message).toBe(
      'This export is not there any more.',
    );
  } finally {
    await sql(
      `update public.users set role = case id when $1 then 'owner' else 'admin' end where id in ($1, $2)`,
      [agency.owner.id, agency.admin.id],
    );
  }
});

// Holds security-127
test('it has all of the agency and nothing of another one', async () => {
  const { id, parts } = await ready(PASSPHRASE);
  const all = await Promise.all(
    parts.map(async ({ number }) => String((await read(agency.owner.api, id, number)).data)),
  );
  const text = all.join('\n');
  expect(text).toContain('OURS-1');
  for (const foreign of ['THEIRS-1', other.organizationId, other.owner.email, other.customerId])
    expect(text).not.toContain(foreign);
});

// Holds tenancy-111
test('formulas in names are texts, in tables and in files for imports', async () => {
  await sql(
    `update public.customers set first_name = '=cmd|''/C calc''!A0', last_name = '''tis' where id = $1`,
    [agency.customerId],
  );
  const { id, parts } = await ready();
  for (const path of ['tables/public.customers.csv', 'for-import/customers.csv', 'for-import/sales.csv']) {
    const part = parts.find((one) => one.path === path);
    const { data } = await read(agency.owner.api, id, part?.number ?? 0);
    expect(data).toContain(`"'=cmd|'/C calc'!A0`);
    expect(data).not.toMatch(/(^|,|\n)"?=cmd/);
  }
});

test('so are those behind blanks and in wide signs', async () => {
  const written: Record<string, string> = {};
  for (const text of ['  =1+1', '＝1+1', '\u00a0＠SUM(A1)', '\n-1+1', '\t.', "'tis", 'a=b', '']) {
    const row = await sqlOne<{ query: string }>(`select private.guarded_text('$1::text') as query`);
    const guarded = await sqlOne<{ text: string }>(`select ${row.query} as text`, [text]);
    written[text] = guarded.text;
  }
  expect(written).toEqual({
    '  =1+1': "'  =1+1",
    '＝1+1': "'＝1+1",
    '\u00a0＠SUM(A1)': "'\u00a0＠SUM(A1)",
    '\n-1+1': "'\n-1+1",
    '\t.': "'\t.",
    "'tis": "''tis",
    'a=b': 'a=b',
    '': '',
  });
});

// Holds tenancy-113, security-128
test('a passphrase is kept nowhere, and what was sealed opens with it alone', async () => {
  await agency.owner.api.rpc('save_passport', {
    customer_id: agency.customerId,
    passport: { number: 'X1234567', country: 'NO', expires_on: '2035-01-01' },
  });
  const invisible = '\u00a0\u200b\u3000\ufeff\t';
  const seenShort = [
    invisible.repeat(9),
    `a\u0301\u0302${'\u0303'.repeat(20)}`,
    `a${'\u20d0'.repeat(10)}${'\u1ab0'.repeat(10)}${'\u05b0'.repeat(10)}`,
    `two${' '.repeat(20)}words`,
    '\ufdfa',
  ];
  for (const passphrase of [
    'too short',
    'fifteen letters',
    ' '.repeat(40),
    `${' '.repeat(20)}short`,
    ...seenShort,
  ]) {
    const short = await agency.owner.api.rpc('start_agency_export', { passphrase });
    expect(short.data).toMatchObject({ success: false, code: 'passphrase_too_short', field: 'passphrase' });
  }
  for (const passphrase of ['a'.repeat(16), 'aBcDe'.repeat(8)]) {
    const plain = await agency.owner.api.rpc('start_agency_export', { passphrase });
    expect(plain.data).toMatchObject({ success: false, code: 'passphrase_too_plain', field: 'passphrase' });
  }
  const without = await ready();
  expect(without.parts.map(({ path }) => path).filter((path) => path.includes('passports'))).toEqual([]);
  const { id, parts } = await ready(PASSPHRASE);
  const row = await sqlOne<{ row: string; writing_key: string | null }>(
    'select to_jsonb(e)::text as row, writing_key from private.agency_exports e where id = $1',
    [id],
  );
  expect(row.writing_key).toBeNull();
  expect(row.row).not.toContain(PASSPHRASE);
  const sealed = parts.find(({ path }) => path.includes('passports'));
  const { data } = await read(agency.owner.api, id, sealed?.number ?? 0);
  expect(data).not.toContain('X1234567');
  const opened = await sqlOne<{ plain: string }>(
    `select extensions.pgp_sym_decrypt(extensions.dearmor($1), extensions.pgp_sym_decrypt(e.sealed_key, $2)) as plain
     from private.agency_exports e where e.id = $3`,
    [data, PASSPHRASE, id],
  );
  expect(opened.plain).toContain('X1234567');
});

// Holds tenancy-103
test('one at a time; who cancels one that is being written has nothing of it left', async () => {
  const id = await start(agency.owner);
  await expect(start(agency.owner)).rejects.toThrow('The agency is being written to files already.');
  const writing = new Client(backend.dbUrl);
  await writing.connect();
  try {
    await writing.query('begin');
    await writing.query('select private.write_agency_exports()');
    // Another job leaves it alone meanwhile.
    await writeExports();
    expect((await agency.owner.api.rpc('get_agency_export')).data).toMatchObject({ state: 'waiting' });
    // Killed in the middle: nothing of it is there, and the next run begins anew.
    await writing.query('rollback');
    expect(await sql('select 1 from private.agency_export_parts where export_id = $1', [id])).toEqual([]);
    await finishExports(agency.organizationId);
    expect((await agency.owner.api.rpc('get_agency_export')).data).toMatchObject({ state: 'ready' });
  } finally {
    await writing.end();
  }
  expect((await agency.owner.api.rpc('remove_agency_export', { export_id: id })).data).toMatchObject({
    success: true,
  });
  expect(await sql('select 1 from private.agency_export_parts where export_id = $1', [id])).toEqual([]);
  expect((await agency.owner.api.rpc('get_agency_export')).data).toBeNull();
});

// Holds tenancy-108
test('where there is mail every owner is told by mail, and nobody else', async () => {
  await sendMail();
  await sql(`update public.users set role = 'owner' where id = $1`, [agency.admin.id]);
  try {
    await sql('delete from private.outgoing_mails where organization_id = $1', [agency.organizationId]);
    await ready();
    const mails = await sql<{ to_address: string; subject: string; body: string }>(
      `select to_address, subject, body from private.outgoing_mails
       where organization_id = $1 and kind = 'takeout' order by to_address`,
      [agency.organizationId],
    );
    expect(mails.map((mail) => mail.to_address)).toEqual([agency.owner.email, agency.admin.email].sort());
    expect(mails[0]?.subject).toMatch(/^All of /);
    expect(mails[0]?.body).toContain('Your agency is ready to be downloaded, for seven days.');
    expect(mails[0]?.body).toContain('Whoever is not you asked for it: tell the other owners at once.');
  } finally {
    await sql(`update public.users set role = 'admin' where id = $1`, [agency.admin.id]);
  }
});

// Holds tenancy-104
test('the one who asked is told, and after seven days it is gone', async () => {
  const { id } = await ready();
  const told = await sql('select code from public.notifications where user_id = $1 and type = $2', [
    agency.owner.id,
    'takeout',
  ]);
  expect(told).toContainEqual({ code: 'agency_export_ready' });
  await sql(`update private.agency_exports set ready_at = ready_at - interval '8 days' where id = $1`, [id]);
  await writeExports();
  expect(await sql('select 1 from private.agency_exports where id = $1', [id])).toEqual([]);
  expect(await sql('select 1 from private.agency_export_parts where export_id = $1', [id])).toEqual([]);
});

test('what cannot be written for a day is given up, and the one who asked is told', async () => {
  const id = await start(agency.owner);
  await sql(`update private.agency_exports set asked_at = now() - interval '25 hours' where id = $1`, [id]);
  await finishExports(agency.organizationId);
  expect((await agency.owner.api.rpc('get_agency_export')).data).toMatchObject({ state: 'failed' });
});

test('a customer who is erased is in no export either, also one that is being written', async () => {
  const { id } = await ready();
  const add = async () =>
    (
      await sqlOne<{ id: string }>(
        `insert into public.customers (organization_id, first_name, last_name) values ($1, 'Gone', 'Away') returning id`,
        [agency.organizationId],
      )
    ).id;
  const erase = async () => {
    const erased = await agency.admin.api.rpc('erase_customer', {
      customer_id: await add(),
      confirmation: 'Gone Away',
    });
    expect(erased.data).toMatchObject({ success: true });
  };
  await erase();
  expect(await sql('select 1 from private.agency_exports where id = $1', [id])).toEqual([]);
  const next = await start(agency.owner);
  const writing = new Client(backend.dbUrl);
  await writing.connect();
  try {
    await writing.query('begin');
    await writing.query('select now()');
    await erase();
    await writing.query('select private.write_agency_exports()');
    await writing.query('commit');
  } finally {
    await writing.end();
  }
  expect((await agency.owner.api.rpc('get_agency_export')).data).toMatchObject({
    id: next,
    state: 'waiting',
  });
  await finishExports(agency.organizationId);
  expect((await agency.owner.api.rpc('get_agency_export')).data).toMatchObject({ state: 'ready' });
});
