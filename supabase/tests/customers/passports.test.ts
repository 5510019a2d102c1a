import { CODED } from '../support/coded';
import {
  addCustomer,
  addPassport,
  ask,
  listCustomers,
  merge,
  PASSPORT,
  profileOf,
  reveal,
  savePassport,
} from '../support/customers';
import { attempt } from '../support/claims';
import { database, sql, sqlOne } from '../support/database';
import {
  createCustomer,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let customer: string;
let passport: string;
beforeAll(async () => {
  agency = await createTestAgency();
  customer = await createCustomer(agency.organizationId);
  passport = await addPassport(agency.admin, customer);
});

const NOBODY = { success: false, ...CODED, error: 'This passport does not exist.', field: null };
const without = ({ field: _field, ...refusal }: typeof NOBODY) => refusal;
const reveals = (person: Person, id: string) =>
  ask<{ passport_id: string; last_four: string; revealed_by: { first_name: string } }[]>(
    person,
    'get_passport_reveals',
    {
      customer_id: id,
    },
  );

describe('saving', () => {
  test.each<[string, object, string | null]>([
    ['without a number', { number: '' }, 'number'],
    ['with signs', { number: 'X44/17?' }, 'number'],
    ['too short', { number: 'X441' }, 'number'],
    ['too long', { number: 'X'.repeat(21) }, 'number'],
    ['without a country', { country: null }, 'country'],
    ['with an unknown country', { country: 'XX' }, 'country'],
    ['without an expiry', { expires_on: null }, 'expires_on'],
    ['with a day that is none', { expires_on: '2030-02-30' }, 'expires_on'],
    ['with a text for a day', { issued_on: 'X4417RTA' }, 'issued_on'],
    ['expired before its issue', { issued_on: '2032-01-01' }, 'expires_on'],
    ['with endless names', { given_names: 'x'.repeat(201) }, 'given_names'],
    ['that does not exist', { id: '00000000-0000-4000-8000-000000000000' }, null],
    ['with an id that is none', { id: 'X4417RTA' }, null],
  ])('a passport %s is refused, and the number not repeated', async (_name, extra, field) => {
    const answer = await savePassport(agency.admin, customer, { ...PASSPORT, ...extra });
    expect(answer).toMatchObject({ success: false, field });
    expect(JSON.stringify(answer)).not.toContain('4417');
  });

  test('what is no passport at all is refused without an error that quotes it', async () => {
    for (const wrong of ['X4417RTA', ['X4417RTA'], 4417, null]) {
      const { data, error } = await agency.admin.api.rpc('save_passport', {
        customer_id: customer,
        passport: wrong as never,
      });
      expect(JSON.stringify([data, error?.message, error?.details, error?.hint])).not.toContain('4417');
    }
  });

  test('keeps the number that is left out, and takes a new one without its punctuation', async () => {
    const id = await addPassport(agency.admin, customer, { number: 'ab 12-34.56' });
    expect(
      await savePassport(agency.admin, customer, { id, country: 'CA', expires_on: '2032-01-01' }),
    ).toMatchObject({
      success: true,
      id,
    });
    expect(await reveal(agency.admin, id)).toMatchObject({ number: 'AB123456' });
    await savePassport(agency.admin, customer, {
      id,
      number: 'c9999999',
      country: 'CA',
      expires_on: '2032-01-01',
    });
    expect(await reveal(agency.admin, id)).toMatchObject({ number: 'C9999999' });
    expect((await profileOf(agency.agent, customer))?.passports.find((each) => each.id === id)).toMatchObject(
      {
        last_four: '9999',
        country: 'CA',
        given_names: null,
      },
    );
    expect(await ask(agency.admin, 'delete_passport', { passport_id: id })).toMatchObject({ success: true });
    expect(await reveal(agency.admin, id)).toEqual(without(NOBODY));
  });

  test('another customer’s passport is not changed through this one', async () => {
    const other = await addCustomer(agency.agent);
    expect(
      await savePassport(agency.admin, other, { id: passport, country: 'CA', expires_on: '2032-01-01' }),
    ).toEqual(NOBODY);
  });
});

describe('what is stored', () => {
  test('is encrypted, each time differently, and of no use without the key', async () => {
    const rows = await sql<{ number_encrypted: Buffer }>(
      'select number_encrypted from private.passports where customer_id = $1',
      [customer],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { number_encrypted } of rows)
      expect(number_encrypted.toString('latin1')).not.toContain('4417');
    const twice = await sqlOne<{ same: boolean }>(
      `select private.seal('passport_key', 'X4417RTA') = private.seal('passport_key', 'X4417RTA') as same`,
    );
    expect(twice.same).toBe(false);
    await expect(
      sql(
        `select extensions.pgp_sym_decrypt(number_encrypted, 'guess') from private.passports where id = $1`,
        [passport],
      ),
    ).rejects.toThrow('Wrong key');
  });

  // Holds security-18
  test('neither rows nor key can be read by any role of the API, through no table and no function', async () => {
    for (const statement of [
      'select * from private.passports',
      'select * from private.secrets',
      'select * from vault.secrets',
      'select * from vault.decrypted_secrets',
      'select * from private.audit_log',
      'select * from private.disclosures',
      'select * from private.customer_merges',
      'select * from private.customer_search',
      `select private.secret_key('passport_key')`,
      `select private.seal('passport_key', 'X4417RTA')`,
      `select private.masked_passports('${agency.organizationId}', '${customer}', null)`,
      `insert into private.passports (customer_id) values ('${customer}')`,
      'delete from private.audit_log',
    ]) {
      for (const caller of [agency.owner, agency.agent, 'anon'] as const) {
        expect([statement, await attempt(caller, statement)]).toEqual([statement, '42501']);
      }
    }
    for (const role of ['anon', 'authenticated', 'service_role']) {
      expect(
        await sqlOne(
          `select has_table_privilege('${role}', 'private.secrets', 'select') as secrets,
             has_table_privilege('${role}', 'private.passports', 'select') as passports,
             has_function_privilege('${role}', 'private.secret_key(text)', 'execute') as key`,
        ),
      ).toEqual({ secrets: false, passports: false, key: false });
    }
  });

  // Holds security-99
  test('the key is in no table as it is, so that a dump does not tell it', async () => {
    const { key } = await sqlOne<{ key: string }>(`select private.secret_key('passport_key') as key`);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await sql('select * from private.secrets')).toEqual([]);
    expect(JSON.stringify(await sql('select * from vault.secrets'))).not.toContain(key);
  });

  test('a key from before there was a vault stays the key', async () => {
    const db = await database();
    await db.query('begin');
    try {
      await db.query(`insert into private.secrets (name, value) values ('passport_key', 'an older key')`);
      const { rows } = await db.query(`select private.secret_key('passport_key') as key`);
      expect(rows).toEqual([{ key: 'an older key' }]);
    } finally {
      await db.query('rollback');
    }
  });

  test('is in no answer of the API but the one that reveals', async () => {
    const id = await createCustomer(agency.organizationId);
    const secret = 'Q9182736Z';
    await addPassport(agency.admin, id, { number: secret });
    const sale = await agency.sale({ customer: id });
    const answers: unknown[] = [
      await profileOf(agency.admin, id),
      await listCustomers(agency.admin, { page_size: 100 }),
      (await listCustomers(agency.admin, { search: secret })).count,
      await ask(agency.admin, 'read_customer_data', {
        disclosure_id: await ask(agency.admin, 'export_customer_data', { customer_id: id }),
      }),
      await ask(agency.admin, 'get_sale_history', { sale_id: sale.id }),
      await reveals(agency.admin, id),
    ];
    for (const table of [
      'customers',
      'customer_companions',
      'sales',
      'sales_history',
      'notifications',
      'commission_history',
    ]) {
      answers.push((await untyped(agency.admin.api, table).select('*')).data);
    }
    for (const embed of ['passports(*)', 'passports!passports_customer_id_fkey(*)', 'private.passports(*)']) {
      const { error } = await untyped(agency.admin.api, 'customers').select(`id, ${embed}`);
      expect(error).not.toBeNull();
    }
    for (const table of ['passports', 'private.passports', 'secrets', 'audit_log']) {
      expect((await untyped(agency.admin.api, table).select('*')).error).not.toBeNull();
    }
    expect(answers[2]).toBe(0);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(await sql('select * from private.audit_log'))).not.toContain(secret);
    // Nor in what the server remembers of statements.
    const [{ found } = { found: -1 }] = await sql<{ found: number }>(
      `select count(*)::int as found from extensions.pg_stat_statements where query like '%${secret.slice(0, 5)}' || '${secret.slice(5)}%'`,
    );
    expect(found).toBe(0);
  });

  test('the log can be neither changed nor emptied, by its owner either', async () => {
    await expect(sql('update private.audit_log set actor_id = null')).rejects.toThrow(
      'History can be neither',
    );
    await expect(sql('delete from private.audit_log')).rejects.toThrow('History can be neither');
  });
});

test('a passport that came with a merge brings its log', async () => {
  const [kept, gone] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
  const id = await addPassport(agency.admin, gone);
  await reveal(agency.admin, id);
  await merge(agency.admin, kept, gone);
  expect((await profileOf(agency.admin, kept))?.passports).toMatchObject([{ id }]);
  expect(await reveals(agency.admin, kept)).toMatchObject([{ passport_id: id }]);
});
