import { ask, createAccount, importLines, line } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { addDocument } from '../support/documents';
import { workOf } from '../support/leak-scan-calls';
import { createTestAgency, signIn, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/platform.md, Search: one box over everything one may open. */
interface Row {
  id: string;
  first_name?: string;
  last_name?: string;
  booking_reference?: string;
  name?: string;
  title?: string;
  text?: string;
  sales_count?: number;
}
type Answer = Partial<
  Record<'exact' | 'customers' | 'sales' | 'commissions' | 'vendors' | 'team' | 'documents' | 'bank', Row[]>
>;

let agency: TestAgency;
let otherAgency: TestAgency;

const search = (person: Person, query: string) => ask<Answer>(person, 'search_everything', { query });
const pick = (person: Person, query: string) =>
  ask<Row[]>(person, 'find_customers_by_name', { search: query });
const nameOf = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`;
const customers = async (query: string, person = agency.admin) =>
  ((await search(person, query)).customers ?? []).map(nameOf);
const references = (rows: Row[] = []) => rows.map(({ booking_reference }) => booking_reference);

const addCustomer = async (first_name: string, last_name: string, more: object = {}) => {
  const { data, error } = await agency.admin.api
    .from('customers')
    .insert({ first_name, last_name, ...more })
    .select('id')
    .single();
  if (error) throw new Error(error.message);
  return data.id;
};

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  for (const [first, last, email] of [
    ['Lucas', 'Thornton', 'lucas.thornton@mail.test'],
    ['Walter', 'Thornton', null],
    ['Thor', 'Eklund', null],
    ['Ada', 'Blackthorn', null],
    ['José', 'Núñez', null],
    ['Anna Maria', 'van der Berg', null],
    ['Bo', 'Li', null],
    ['Bonnie', 'Lind', null],
    ['小龙', '李', null],
    ['Percy', '100%_\\sure', null],
    ["Robert'); drop table public.customers;--", 'Tables', null],
  ] as const)
    await addCustomer(first, last, { email });
  const { data: vendor } = await agency.admin.api
    .from('vendors')
    .insert({ name: 'Halcyon Ocean Lines', aliases: ['HOL PAYMENTS'] })
    .select('id')
    .single();
  await agency.sale({ reference: 'CR-30984', amount: 1234.5 });
  await agency.sale({ reference: 'CR-309845', sold: '2026-06-01' });
  await agency.sale({ agent: agency.rival, reference: 'SECRET-77', amount: 7777.77, vendor: vendor?.id });
  await otherAgency.sale({ reference: 'ABROAD-9' });
  await sql(`update public.customers set first_name = 'Zacharias' where id = $1`, [otherAgency.customerId]);
  const account = await createAccount(agency.admin, 'Operating');
  await importLines(agency.admin, account, [line(1, 'WIRE IN 88213 OCEANIC HOLDINGS', '412.40')]);
});

describe('what is found', () => {
  test('whole words come before beginnings, beginnings before parts', async () => {
    expect(await customers('thor')).toEqual(['Thor Eklund', 'Lucas Thornton', 'Walter Thornton']);
    expect(await customers('thorn')).toEqual(['Lucas Thornton', 'Walter Thornton', 'Ada Blackthorn']);
    expect((await customers('bo'))[0]).toBe('Bo Li');
    expect((await customers('li'))[0]).toBe('Bo Li');
  });

  test('who bought last comes first among equals', async () => {
    const [walter] = (await search(agency.admin, 'walter thornton')).customers ?? [];
    await agency.sale({ agent: agency.rival, customer: walter?.id, reference: 'WT-1' });
    expect(await customers('thornton')).toEqual(['Walter Thornton', 'Lucas Thornton']);
    // The agent sold Walter nothing: no order tells that somebody else did.
    expect(await customers('thornton', agency.agent)).toEqual(['Lucas Thornton', 'Walter Thornton']);
    expect((await search(agency.admin, 'walter')).customers?.[0]?.sales_count).toBe(1);
    expect((await search(agency.agent, 'walter')).customers?.[0]?.sales_count).toBe(0);
    await sql(`delete from public.sales where booking_reference = 'WT-1'`).catch(() => undefined);
  });

  // Holds platform-91
  test.each([
    ['thornotn', 'Lucas Thornton'],
    ['thonton', 'Lucas Thornton'],
    ['thorntton', 'Lucas Thornton'],
    ['thirnton', 'Lucas Thornton'],
    ['lukas thornton', 'Lucas Thornton'],
    ['lucas thorntom', 'Lucas Thornton'],
    ['lucsa thorntom', 'Lucas Thornton'],
    ['Thronton Lcuas', 'Lucas Thornton'],
    ['anna mraia breg', 'Anna Maria van der Berg'],
    ['nunez', 'José Núñez'],
    ['JOSÉ', 'José Núñez'],
    ['nuñes', 'José Núñez'],
    ['van der berg', 'Anna Maria van der Berg'],
    ['maria berg', 'Anna Maria van der Berg'],
    ['小龙', '小龙 李'],
    ['李', '小龙 李'],
    ['lucas.thornton@mail', 'Lucas Thornton'],
  ])('%s finds %s', async (typed, name) => {
    expect(await customers(typed)).toContain(name);
  });

  // Two slips in a word, slips in three words, and a slip in a word of three letters.
  test.each([
    'thornbury',
    'zzyzx',
    'bxxli',
    'lucas thronotn',
    'jsoe nunze xan',
    'anan mraia berd',
    'lca thornton',
  ])('%s finds nobody', async (typed) => {
    expect(await search(agency.admin, typed)).toEqual({});
  });

  test('a reference is found exactly, whatever its case and punctuation, and above those that begin with it', async () => {
    for (const typed of ['CR-30984', 'cr-30984', ' cr30984 ', 'CR 30984']) {
      const answer = await search(agency.agent, typed);
      expect(references(answer.exact)).toEqual(['CR-30984']);
      expect(references(answer.sales)).not.toContain('CR-30984');
      expect(references(answer.commissions)[0]).toBe('CR-30984');
    }
    expect(references((await search(agency.agent, 'cr-3098')).sales)).toEqual(['CR-309845', 'CR-30984']);
    expect(references((await search(agency.agent, '0984')).sales)).toContain('CR-30984');
  });

  test('customers bring their sales and commissions, amounts theirs', async () => {
    const answer = await search(agency.agent, 'vera');
    expect(references(answer.sales)).toEqual(['CR-309845', 'CR-30984']);
    expect(answer.commissions).toHaveLength(2);
    expect(references((await search(agency.agent, '$1,234.50')).sales)).toEqual(['CR-30984']);
    expect((await search(agency.admin, '412.40')).bank).toHaveLength(1);
  });

  // Holds platform-95
  test('commissions are found by their amount: of all by admins, by what they are paid of their own by agents', async () => {
    const worth = async (person: Person, typed: string) =>
      references((await search(person, typed)).commissions);
    const sale = (person: Person, booking_reference: string) =>
      agency.sale({ agent: person, reference: booking_reference, amount: 14_825, commission: 1482.5 });
    await sale(agency.agent, 'WORTH-1');
    await sale(agency.rival, 'WORTH-2');
    const { share } = await sqlOne<{ share: string }>(
      `select m.agent_amount as share from public.commissions m join public.sales s on s.id = m.sales_id where s.booking_reference = 'WORTH-1'`,
    );
    for (const typed of ['1482.50', '$1,482.50', '$1482.5', ' $1,482.50 '])
      expect((await worth(agency.admin, typed)).sort()).toEqual(['WORTH-1', 'WORTH-2']);
    expect(await worth(agency.agent, `$${share}`)).toEqual(['WORTH-1']);
    expect(await worth(agency.agent, '$1,482.51')).toEqual([]);
    expect(await worth(otherAgency.admin, '1482.50')).toEqual([]);
  });

  test('admins find vendors by name and alias, members, and bank transactions by words', async () => {
    for (const typed of ['halcyon', 'hol payments', 'halcyn', 'ocean', 'halcyn oceam'])
      expect((await search(agency.admin, typed)).vendors?.[0]?.name).toBe('Halcyon Ocean Lines');
    expect((await search(agency.admin, 'agent test')).team?.length).toBeGreaterThan(0);
    expect((await search(agency.owner, 'oceanic 88213')).bank?.[0]?.text).toContain('OCEANIC');
  });

  test('documents are found by words of their title, by those who may see them', async () => {
    const titles = async (person: Person) =>
      ((await search(person, 'azores brochure')).documents ?? []).map(({ title }) => title);
    await addDocument(agency.admin, { title: 'Azores brochure for all', visibility: 'everybody' });
    await addDocument(agency.admin, { title: 'Azores brochure, rates', visibility: 'admins' });
    expect(await titles(agency.admin)).toEqual(['Azores brochure for all', 'Azores brochure, rates']);
    expect(await titles(agency.agent)).toEqual(['Azores brochure for all']);
    expect(await titles(otherAgency.admin)).toEqual([]);
  });

  test('at most three of a kind, and twenty for a picker, which offers nobody archived', async () => {
    await sql(
      `insert into public.customers (organization_id, first_name, last_name) select $1, 'Quentin', 'Many' || n from generate_series(1, 30) n`,
      [agency.organizationId],
    );
    expect(await customers('quentin')).toHaveLength(3);
    expect(await pick(agency.agent, 'quentin')).toHaveLength(20);
    const gone = await addCustomer('Gone', 'Fishing');
    await ask(agency.admin, 'archive_customer', { customer_id: gone, archived: true });
    expect(await customers('fishing')).toEqual(['Gone Fishing']);
    expect(await pick(agency.agent, 'fishing')).toEqual([]);
    expect(await pick(agency.agent, '')).toHaveLength(20);
    expect((await pick(agency.agent, 'thorton')).map(nameOf)).toContain('Lucas Thornton');
  });
});

describe('what one may not see is not found', () => {
  const hidden = [
    'SECRET-77',
    'secret77',
    'secret',
    '$7,777.77',
    'halcyon',
    'hol payments',
    'owner test',
    '88213',
    '412.40',
  ];

  test.each(hidden)('%s: an agent finds nothing, an admin something', async (typed) => {
    expect(await search(agency.agent, typed)).toEqual({});
    expect(await search(agency.admin, typed)).not.toEqual({});
  });

  test('nobody finds what is of another organization', async () => {
    for (const person of [agency.owner, agency.admin, agency.agent, agency.rival])
      for (const typed of ['ABROAD-9', 'abroad', 'zacharias']) {
        expect(await search(person, typed)).toEqual({});
        expect(await pick(person, typed)).toEqual([]);
      }
    expect(references((await search(otherAgency.agent, 'ABROAD-9')).exact)).toEqual(['ABROAD-9']);
  });

  test('the inactive and those whose session was revoked find nothing', async () => {
    const revoked: Person = { ...agency.rival, api: await signIn(agency.rival.email) };
    expect(await search(revoked, 'secret')).not.toEqual({});
    await sql('delete from auth.sessions where user_id = $1', [agency.rival.id]);
    for (const person of [agency.inactive, revoked])
      for (const typed of ['vera', 'CR-30984', '']) {
        expect(await search(person, typed)).toEqual({});
        expect(await pick(person, typed)).toEqual([]);
      }
    agency.rival.api = await signIn(agency.rival.email);
  });

  test('an answer takes as much work for what is a rival’s as for what is not there', async () => {
    const work = (typed: string[]) =>
      workOf(
        agency.agent,
        typed.map((text) => `select public.search_everything('${text}')`),
      );
    const [secret, nothing, amount, noAmount] = await work([
      'SECRET-77',
      'SECRET-78',
      '$7,777.77',
      '$7,777.78',
    ]);
    expect(secret).toBe(nothing);
    expect(amount).toBe(noAmount);
  });

  test('the indexes hold organization and agent, so that no row of somebody else is read', async () => {
    const { indexes } = await sqlOne<{ indexes: string[] }>(
      `select array_agg(indexdef order by indexname) as indexes from pg_indexes where indexname in
        ('customer_search_document_idx', 'sales_booking_reference_search_idx', 'sales_reference_key_idx')`,
    );
    expect(indexes).toHaveLength(3);
    for (const index of indexes) expect(index).toContain('(organization_id');
    for (const index of indexes.slice(1)) expect(index).toContain('agent_id');
  });
});

describe('whatever is typed', () => {
  test.each([
    '',
    '   ',
    '\n',
    '%',
    '_',
    '%%%',
    '___',
    "'",
    "' or 1=1 --",
    '"; drop table',
    '\\',
    '(',
    '[',
    '*',
    '$',
    '.',
    '$.',
    '😀',
  ])('%j is text and nothing else', async (typed) => {
    const answer = await search(agency.admin, typed);
    expect(typeof answer).toBe('object');
    expect((answer.customers ?? []).length).toBeLessThan(2);
  });

  test('wildcards mean themselves', async () => {
    expect(await customers('100%_\\s')).toEqual(['Percy 100%_\\sure']);
    expect(await customers('100%')).toEqual(['Percy 100%_\\sure']);
    expect(await customers('th_rnton')).not.toContain('Percy 100%_\\sure');
    expect(await customers("robert'); drop")).toHaveLength(1);
    // With a slip in each of two words, which would be expressions.
    expect(await customers('thor[ton lu.as')).toEqual(['Lucas Thornton']);
    expect(await customers("robret'); tabels")).toHaveLength(1);
    for (const typed of ['(((( [[[[', '.... ****', '^^^^ $$$$', '\\\\ ____', '%%%% ||||'])
      expect(await customers(typed)).toEqual([]);
  });

  test('only the first 500 characters are looked for, and no more than fifty words', async () => {
    const filled = 'lucas'.padEnd(500, ' ');
    expect(await customers(`${filled}nobody`)).toEqual(['Lucas Thornton']);
    expect(await customers(`${filled.slice(0, -1)}nobody`)).toEqual([]);
    expect(await customers('x'.repeat(10_000))).toEqual([]);
    expect(await customers('lucas '.repeat(2000))).toEqual(['Lucas Thornton']);
    expect(await search(agency.admin, Array.from({ length: 200 }, (_, n) => `w${n}`).join(' '))).toEqual({});
  });

  test('a NUL is refused as bad input, not as a failure', async () => {
    const { data, error } = await agency.admin.api.rpc('search_everything', { query: 'lu\u0000cas' });
    expect(data).toBeNull();
    // A JSON escape that is no text, or a byte that is none.
    expect(['22P05', '22021']).toContain(error?.code);
  });
});
