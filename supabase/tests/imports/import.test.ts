import { sql, sqlOne } from '../support/database';
import {
  begin,
  beginImport,
  checkRows,
  fileHash,
  finish,
  importRows,
  people,
  recordsOf,
  undo,
  type ImportRow,
} from '../support/imports';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

describe('rows of a file', () => {
  test('become customers, in the name of whoever imports them', async () => {
    const batch = await beginImport(agency.agent);
    const answer = await importRows(agency.agent, batch, [
      {
        row_number: 1,
        first_name: ' Ada ',
        last_name: 'Berg',
        email: 'ada@berg.test',
        birthday: '1980-02-29',
        country: 'at',
        tags: ['VIP', 'vip', ' cruise '],
        preferences: { seat: 'Aisle' },
        more_phones: [{ label: 'Work', value: '+43 1 234' }],
        archived_at: '2020-01-01',
        organization_id: '00000000-0000-0000-0000-000000000000',
      },
    ]);
    expect(answer).toEqual({ added: 1, skipped: 0, skips: [], errors: [], adds: [] });
    expect(
      await sqlOne(
        `select first_name, birthday::text, country, tags, preferences, more_phones, archived_at, organization_id, created_by,
           import_row from public.customers where import_batch_id = $1`,
        [batch],
      ),
    ).toEqual({
      first_name: 'Ada',
      birthday: '1980-02-29',
      country: 'AT',
      tags: ['VIP', 'cruise'],
      preferences: { seat: 'Aisle' },
      more_phones: [{ label: 'Work', value: '+43 1 234' }],
      archived_at: null,
      organization_id: agency.organizationId,
      created_by: agency.agent.id,
      import_row: 1,
    });
    expect(await finish(agency.agent, batch)).toEqual({ status: 'done', added: 1, skipped: 0, failed: 0 });
  });

  test('become vendors', async () => {
    const batch = await beginImport(agency.admin, { kind: 'vendors' });
    const rows = [
      {
        row_number: 1,
        name: 'Nile Boats',
        category: 'cruise',
        default_commission_rate: 12.5,
        aliases: ['NILE'],
      },
      { row_number: 2, name: 'nile boats' },
      { row_number: 3, name: 'BLUE FLEET' },
      { row_number: 4, name: 'Plain', contacts: [{ name: 'Al', role: null, email: null, phone: '1' }] },
      { row_number: 5, name: 'Wrong', category: 'spaceship' },
      { row_number: 6, name: 'Same alias', aliases: ['nile'] },
    ];
    const answer = await importRows(agency.admin, batch, rows);
    expect(answer).toMatchObject({ added: 2, skipped: 2 });
    expect(answer.skips).toEqual([
      { row_number: 2, reason: 'name', twin: { row: 1 } },
      { row_number: 3, reason: 'name', twin: { name: 'Blue Fleet' } },
    ]);
    expect(answer.errors).toEqual([
      {
        row_number: 5,
        field: '',
        message: expect.stringContaining('vendors_category_known') as string,
        code: null,
        params: {},
      },
      {
        row_number: 6,
        field: 'aliases',
        message: '"nile" is already an alias of Nile Boats.',
        code: 'alias_taken',
        params: { alias: 'nile', vendor: 'Nile Boats' },
      },
    ]);
    expect(await recordsOf(batch, 'vendors')).toBe(2);
  });

  test('that are wrong are refused one by one, and the good ones among them come in', async () => {
    const batch = await beginImport(agency.agent);
    const rows = people(60);
    rows[3] = { row_number: 4, first_name: 'No', last_name: '' };
    rows[17] = { row_number: 18, first_name: 'Bad', last_name: 'Mail', email: 'nowhere' };
    rows[18] = { row_number: 19, first_name: 'Bad', last_name: 'Day', birthday: '2021-02-30' };
    rows[41] = { row_number: 42, first_name: 'Not', last_name: 'Born', birthday: '2190-01-01' };
    rows[59] = { row_number: 60, first_name: 'x'.repeat(101), last_name: 'Long' };
    const { added, errors } = await importRows(agency.agent, batch, rows);
    expect(added).toBe(55);
    expect(errors.map((error) => [error.row_number, error.field])).toEqual([
      [4, ''],
      [18, ''],
      [19, ''],
      [42, 'birthday'],
      [60, ''],
    ]);
    expect(errors[0]?.message).toContain('customers_last_name_required');
    expect(errors[1]?.message).toContain('customers_email_format');
    expect(errors[3]?.message).toBe('Enter a birthday in the past.');
    expect(await recordsOf(batch)).toBe(55);
    expect(await finish(agency.agent, batch, { refused: 2 })).toEqual({
      status: 'done',
      added: 55,
      skipped: 0,
      failed: 7,
    });
  });
});

describe('what is there already', () => {
  test('is skipped: the same e-mail in any case, or the same name and number', async () => {
    const batch = await beginImport(agency.agent);
    const answer = await importRows(agency.agent, batch, [
      { row_number: 1, first_name: 'Other', last_name: 'Name', email: 'VERA@mail.test ' },
      { row_number: 2, first_name: 'Tom', last_name: 'Hale', phone: '+1 (555) 10' },
      { row_number: 3, first_name: 'tom', last_name: 'HALE', phone: '155510' },
      { row_number: 4, first_name: 'Tim', last_name: 'Hale', phone: '155510' },
      { row_number: 5, first_name: 'Tom', last_name: 'Hale' },
    ]);
    expect(answer).toMatchObject({ added: 3, skipped: 2, errors: [] });
    expect(answer.skips).toEqual([
      { row_number: 1, reason: 'email', twin: { name: 'Vera Lind', detail: 'vera@mail.test' } },
      { row_number: 3, reason: 'phone', twin: { row: 2 } },
    ]);
  });

  test('a family keeps its one address where the import says so', async () => {
    const batch = await beginImport(agency.agent, { mapping: { same_email: 'add' } });
    const { added, skips } = await importRows(agency.agent, batch, [
      { row_number: 1, first_name: 'Mia', last_name: 'Fam', email: 'fam@mail.test' },
      { row_number: 2, first_name: 'Max', last_name: 'Fam', email: 'fam@mail.test' },
      { row_number: 3, first_name: 'mia', last_name: 'Fam', email: 'FAM@mail.test' },
    ]);
    expect([added, skips]).toEqual([2, [{ row_number: 3, reason: 'email', twin: { row: 1 } }]]);
  });

  test('the same file a second time adds nothing, by whomever and without any e-mail', async () => {
    const file_hash = fileHash();
    const rows = people(40).map(({ email: _email, ...row }) => row as never);
    const first = await beginImport(agency.agent, { file_hash });
    expect(await importRows(agency.agent, first, rows)).toMatchObject({ added: 40, skipped: 0 });
    const second = await beginImport(agency.admin, { file_hash });
    const again = await importRows(agency.admin, second, rows);
    expect(again).toMatchObject({ added: 0, skipped: 40, errors: [] });
    expect(again.skips[0]).toEqual({ row_number: 1, reason: 'file', twin: { name: 'First 1 Import' } });
    // Another organization has never seen it.
    const other = await createTestAgency();
    expect(await importRows(other.agent, await beginImport(other.agent, { file_hash }), rows)).toMatchObject({
      added: 40,
    });
  });

  // Holds platform-112
  test('of one portion, sent three times at the same moment within an import, is there once', async () => {
    const batch = await beginImport(agency.agent);
    const rows = people(50);
    const answers = await Promise.all([1, 2, 3].map(() => importRows(agency.agent, batch, rows)));
    for (const answer of answers) expect(answer).toMatchObject({ added: 50, skipped: 0 });
    expect(await recordsOf(batch)).toBe(50);
  });

  // Holds platform-113
  test.each<['customers' | 'vendors', ImportRow[]]>([
    [
      'customers',
      [
        { row_number: 1, first_name: 'Rhea', last_name: 'Peat', email: 'rhea@twice.test' },
        { row_number: 2, first_name: 'Rhea', last_name: 'Again', email: 'RHEA@twice.test' },
        { row_number: 3, first_name: 'No', last_name: ' ' },
        { row_number: 4, first_name: 'Known', last_name: 'Before', email: 'before@twice.test' },
      ],
    ],
    [
      'vendors',
      [
        { row_number: 1, name: 'Twice Cruises' },
        { row_number: 2, name: 'twice cruises' },
        { row_number: 3, name: ' ' },
        { row_number: 4, name: 'Known Before' },
      ],
    ],
  ])('a portion of %s that is sent again is answered as before and counted once', async (kind, rows) => {
    const known = await beginImport(agency.admin, { kind });
    await importRows(agency.admin, known, [{ ...rows[3]!, row_number: 9 }]);
    const batch = await beginImport(agency.admin, { kind });
    const first = await importRows(agency.admin, batch, rows);
    expect(first).toMatchObject({ added: 1, skipped: 2, errors: [{ row_number: 3 }] });
    expect(await importRows(agency.admin, batch, rows)).toEqual(first);
    // Rows that come with them for the first time count.
    const more = { ...rows[0]!, row_number: 5 };
    expect(await importRows(agency.admin, batch, [...rows, more])).toMatchObject({ added: 1, skipped: 3 });
    const { data } = await agency.admin.api.rpc('finish_import', { batch_id: batch });
    expect(data).toMatchObject({ added: 1, skipped: 3, failed: 1 });
  });

  test('four imports of one file at the same moment add every row once', async () => {
    const file_hash = fileHash();
    const rows = people(100).map(({ email: _email, ...row }) => row as never);
    const callers = [agency.agent, agency.rival, agency.admin, agency.agent];
    const batches = await Promise.all(callers.map((caller) => beginImport(caller, { file_hash })));
    const answers = await Promise.all(
      batches.map((batch, index) => importRows(callers[index]!, batch, rows)),
    );
    expect(answers.reduce((sum, answer) => sum + answer.added, 0)).toBe(100);
    expect(answers.reduce((sum, answer) => sum + answer.skipped, 0)).toBe(300);
  });
});

describe('a check of a file', () => {
  test.each<['customers' | 'vendors', ImportRow[][]]>([
    [
      'customers',
      [
        [
          { row_number: 1, first_name: 'Vera', last_name: 'Lind', email: 'vera@mail.test' },
          { row_number: 2, first_name: 'Uma', last_name: 'Once', email: 'nowhere' },
          { row_number: 3, first_name: 'Uma', last_name: 'Once', phone: '12 3' },
          { row_number: 4, first_name: 'Pia', last_name: 'Two', email: 'pia@two.test' },
        ],
        [
          { row_number: 5, first_name: 'Other', last_name: 'Name', email: 'PIA@two.test' },
          { row_number: 6, first_name: 'uma', last_name: 'once', phone: '123' },
          { row_number: 7, first_name: '', last_name: 'Once' },
          { row_number: 8, first_name: 'Uma', last_name: 'Once', email: 'nowhere' },
        ],
      ],
    ],
    [
      'vendors',
      [
        [
          { row_number: 1, name: 'Checked', aliases: ['CHK'] },
          { row_number: 2, name: 'blue fleet' },
          { row_number: 3, name: 'Refused', category: 'spaceship' },
        ],
        [
          { row_number: 4, name: 'Refused' },
          { row_number: 5, name: 'chk' },
          { row_number: 6, name: 'Another', aliases: ['Chk'] },
        ],
      ],
    ],
  ])('of %s says of every row what its import then does, and writes nothing', async (kind, portions) => {
    const fresh = await createTestAgency();
    const file = { kind, file_hash: fileHash() };
    const rows = () => sql(`select * from public.${kind} where organization_id = $1`, [fresh.organizationId]);
    const before = await rows();
    const said = await checkRows(fresh.admin, file, ...portions);
    expect(await rows()).toEqual(before);
    expect(
      await sql('select 1 from public.import_batches where organization_id = $1', [fresh.organizationId]),
    ).toEqual([]);
    const batch = await beginImport(fresh.admin, file);
    const done = [];
    for (const portion of portions) done.push(await importRows(fresh.admin, batch, portion));
    expect(said).toEqual(done);
    expect(said.flatMap(({ skips }) => skips.map(({ row_number, twin }) => [row_number, twin.row]))).toEqual(
      kind === 'customers'
        ? [
            [1, undefined],
            [5, 4],
            [6, 3],
          ]
        : [
            [2, undefined],
            [5, 1],
          ],
    );
  });

  test('that was left is forgotten, and goes on for nobody else', async () => {
    const ask = (person: typeof agency.agent, extra: object) =>
      person.api.rpc('check_import_rows', {
        kind: 'customers',
        file_hash: fileHash(),
        mapping: {},
        rows: people(1, 'left') as never,
        ...extra,
      });
    const { data } = await ask(agency.agent, {});
    const { check_id } = data as { check_id: string };
    const remembered = () => sql('select 1 from private.import_check_rows where check_id = $1', [check_id]);
    expect(await remembered()).toHaveLength(1);
    // An answer that was lost is asked for again.
    expect((await ask(agency.agent, { check_id })).data).toMatchObject({ added: 1 });
    const others = await ask(agency.rival, { check_id, is_last: true });
    expect(others.data).toMatchObject({ added: 1 });
    expect(await remembered()).toHaveLength(1);
    await sql(`update private.import_check_rows set created_at = now() - interval '2 hours'`);
    await sql('select private.forget_import_checks()');
    expect(await remembered()).toHaveLength(0);
  });
});

describe('undo', () => {
  test('removes what nobody has used or edited since, once', async () => {
    const batch = await beginImport(agency.agent);
    await importRows(agency.agent, batch, people(30));
    const ids = (
      await sql<{ id: string }>(
        'select id from public.customers where import_batch_id = $1 order by import_row',
        [batch],
      )
    ).map(({ id }) => id);
    await agency.sale({ agent: agency.rival, customer: ids[0]! });
    await agency.agent.api.from('customers').update({ phone: '1' }).eq('id', ids[1]!);
    await agency.agent.api
      .from('customer_companions')
      .insert({ customer_id: ids[2]!, companion_id: ids[3]!, relation: 'Spouse' });
    const answer = await undo(agency.agent, batch);
    expect(answer).toMatchObject({ removed: 26, kept_count: 4, more: false });
    expect(answer.kept).toEqual([
      { id: ids[0], name: 'First 1 Import', reason: 'used' },
      { id: ids[1], name: 'First 2 Import', reason: 'edited' },
      { id: ids[2], name: 'First 3 Import', reason: 'used' },
      { id: ids[3], name: 'First 4 Import', reason: 'used' },
    ]);
    expect(await recordsOf(batch)).toBe(4);
    expect(await undo(agency.agent, batch)).toMatchObject({ removed: 0, kept_count: 4 });
    const { error } = await agency.agent.api.rpc('import_rows', { batch_id: batch, rows: [] });
    expect(error?.message).toBe('This import was undone.');
    expect(
      await sqlOne(
        'select status, removed, undone_at is not null as at from public.import_batches where id = $1',
        [batch],
      ),
    ).toEqual({ status: 'undone', removed: 26, at: true });
  });

  test('of vendors takes their aliases along, and leaves those with sales', async () => {
    const batch = await beginImport(agency.owner, { kind: 'vendors' });
    await importRows(agency.owner, batch, [
      { row_number: 1, name: 'Undo A', aliases: ['UNDO A'] },
      { row_number: 2, name: 'Undo B' },
    ]);
    const { id } = await sqlOne<{ id: string }>(`select id from public.vendors where name = 'Undo B'`);
    await agency.sale({ vendor: id });
    expect(await undo(agency.admin, batch)).toEqual({
      removed: 1,
      more: false,
      kept: [{ id, name: 'Undo B', reason: 'used' }],
      kept_count: 1,
    });
  });

  test('and import of one batch at the same moment leave nothing behind', async () => {
    const batch = await beginImport(agency.agent);
    await importRows(agency.agent, batch, people(50));
    const more = people(50).map((row) => ({ ...row, row_number: row.row_number + 50 }));
    await Promise.all([
      agency.agent.api.rpc('import_rows', { batch_id: batch, rows: more as never }),
      undo(agency.agent, batch),
    ]);
    await undo(agency.agent, batch);
    expect(await recordsOf(batch)).toBe(0);
  });
});

test('rows the server has not counted yet are counted before they are taken back', async () => {
  const batch = await beginImport(agency.agent);
  await importRows(agency.agent, batch, people(40));
  // As many as it cannot know of.
  await sql('update public.import_batches set added = 50000 where id = $1', [batch]);
  const counted = async () =>
    (
      await sqlOne<{ times: number }>(
        `select analyze_count::int as times from pg_stat_user_tables where relid = 'public.customers'::regclass`,
      )
    ).times;
  const before = await counted();
  expect(await undo(agency.agent, batch)).toMatchObject({ removed: 40, more: false });
  // The server tells a moment later.
  for (let tries = 0; tries < 200 && (await counted()) === before; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await counted()).toBeGreaterThan(before);
});

test('an import that has ended takes no more rows, and ends once', async () => {
  const batch = await beginImport(agency.agent);
  await importRows(agency.agent, batch, people(2));
  expect(await finish(agency.agent, batch, { cancelled: true, refused: 1 })).toMatchObject({
    status: 'cancelled',
    failed: 1,
  });
  expect(await finish(agency.agent, batch, { refused: 5 })).toMatchObject({ status: 'cancelled', failed: 1 });
  const { error } = await agency.agent.api.rpc('import_rows', { batch_id: batch, rows: people(1) as never });
  expect([error?.code, error?.message]).toEqual(['P0001', 'This import has ended.']);
});

test.each([
  ['no rows', null],
  ['no list', { row_number: 1 }],
  ['a row without a number', [{ first_name: 'A' }]],
  ['a row that is none', ['row']],
  ['a number that is none', [{ row_number: '1; drop' }]],
  ['too many', people(501)],
])('%s cannot be imported', async (_what, rows) => {
  const batch = await beginImport(agency.agent);
  const { error } = await agency.agent.api.rpc('import_rows', { batch_id: batch, rows: rows as never });
  expect([error?.code, error?.message]).toEqual(['P0001', 'Send at most 500 rows, each with its number.']);
});

test.each([
  ['a kind of its own', { kind: 'trips' }],
  ['no name', { file_name: '' }],
  ['a hash that is none', { file_hash: 'abc' }],
  ['too many rows', { total_rows: 50_001 }],
  ['no columns', { headers: [] }],
  ['a mapping that is none', { mapping: 'x' }],
  ['too large a mapping', { mapping: { a: 'x'.repeat(20_001) } }],
])('an import with %s does not begin', async (_what, wrong) => {
  const { error } = await begin(agency.agent, wrong as never);
  expect(error?.code).toMatch(/^(23514|P0001)$/);
});
