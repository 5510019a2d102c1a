import { sql, sqlOne } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** Customers and vendors are saved by `update_customer` and `update_vendor`, and over nobody else's changes. */
let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

type Noun = 'customer' | 'vendor';
interface Saved {
  outcome: 'saved' | 'conflict';
  version: number;
  changes?: { changed_by: { id: string } | null; changed_fields: string[]; version: number }[];
}

async function created(noun: Noun, fields: object = {}): Promise<string> {
  const names = noun === 'customer' ? { first_name: 'Vera', last_name: 'Lind' } : { name: 'Blue Fleet' };
  const { data, error } = await agency.admin.api.rpc(
    `create_${noun}` as never,
    { [noun]: { ...names, ...fields } } as never,
  );
  if (error) throw new Error((error as Error).message);
  return (data as { id: string }).id;
}

const attempt = (person: Person, noun: Noun, id: string, version: number | null, changes: unknown) =>
  person.api.rpc(
    `update_${noun}` as never,
    { [`${noun}_id`]: id, expected_version: version, [noun]: changes } as never,
  );

async function save(person: Person, noun: Noun, id: string, version: number, changes: object) {
  const { data, error } = await attempt(person, noun, id, version, changes);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Saved;
}

const rowOf = (noun: Noun, id: string) =>
  sqlOne<Record<string, unknown>>(
    `select (to_jsonb(r)${noun === 'vendor' ? " || (to_jsonb(t) - 'vendor_id')" : ''})
       - '{email_saved_at,contacts_saved_at}'::text[] as row from public.${noun}s r
     left join public.vendor_terms t on t.vendor_id = r.id where r.id = $1`,
    [id],
  ).then(({ row }) => row as Record<string, unknown>);

describe.each<[Noun]>([['customer'], ['vendor']])('a %s', (noun) => {
  test('counts its changes, and only what is one', async () => {
    const id = await created(noun);
    expect(await rowOf(noun, id)).toMatchObject({ version: 1 });
    expect(await save(agency.admin, noun, id, 1, { phone: ' 555 ' })).toEqual({
      outcome: 'saved',
      id,
      version: 2,
    });
    expect(await save(agency.owner, noun, id, 2, { phone: '555', city: '' })).toMatchObject({ version: 2 });
    expect(await save(agency.owner, noun, id, 2, {})).toMatchObject({ version: 2 });
    const archive = { [`${noun}_id`]: id, archived: true };
    await agency.admin.api.rpc(`archive_${noun}` as never, archive as never);
    expect(await rowOf(noun, id)).toMatchObject({ version: 2, phone: '555' });
  });

  test('is not saved over somebody else: nothing is written, and who did what is told', async () => {
    const id = await created(noun, { notes: 'As it was' });
    await save(agency.admin, noun, id, 1, { notes: 'From the admin', city: 'Graz' });
    await save(agency.owner, noun, id, 2, { phone: '1' });
    const before = await rowOf(noun, id);
    const answer = await save(agency.admin, noun, id, 1, { notes: 'Mine' });
    expect(answer).toEqual({
      outcome: 'conflict',
      version: 3,
      [noun]: { ...before, created_at: expect.anything(), updated_at: expect.anything() },
      changes: [
        {
          changed_by: { id: agency.admin.id, first_name: 'admin', last_name: 'Test' },
          changed_at: expect.any(String),
          changed_fields: ['city', 'notes'],
          version: 2,
        },
        {
          changed_by: { id: agency.owner.id, first_name: 'owner', last_name: 'Test' },
          changed_at: expect.any(String),
          changed_fields: ['phone'],
          version: 3,
        },
      ],
    });
    expect(await rowOf(noun, id)).toEqual(before);
    expect(await save(agency.admin, noun, id, 3, { notes: 'Mine' })).toMatchObject({ version: 4 });
  });

  test('a version from the future is a conflict too', async () => {
    const id = await created(noun);
    expect(await save(agency.admin, noun, id, 7, { phone: '1' })).toMatchObject({
      outcome: 'conflict',
      version: 1,
      changes: [],
    });
  });

  test('of many who save at the same moment exactly one does', async () => {
    const id = await created(noun);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        save(n % 2 ? agency.admin : agency.owner, noun, id, 1, { phone: `555-${n}` }),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1);
    expect(await rowOf(noun, id)).toMatchObject({ version: 2 });
    for (const { outcome, changes } of all) if (outcome === 'conflict') expect(changes).toHaveLength(1);
  });

  test('a foreign, inactive or unknown one does not exist', async () => {
    const id = await created(noun);
    const message = `This ${noun} does not exist.`;
    for (const person of [otherAgency.owner, agency.inactive, ...(noun === 'vendor' ? [agency.agent] : [])]) {
      const { error } = await attempt(person, noun, id, 1, { phone: '1' });
      expect(error).toMatchObject({
        code: 'P0001',
        message,
        details: `{"code": "${noun}_not_found", "params": {}}`,
      });
    }
    const nobody = await attempt(agency.owner, noun, '00000000-0000-4000-8000-000000000000', 1, {
      phone: '1',
    });
    expect(nobody.error).toMatchObject({ message });
    expect(await rowOf(noun, id)).toMatchObject({ version: 1, phone: null });
  });

  test('what decides who and what it is cannot be sent', async () => {
    const id = await created(noun);
    for (const field of [
      'id',
      'organization_id',
      'version',
      'archived_at',
      'created_at',
      'import_batch_id',
    ]) {
      const { error } = await attempt(agency.owner, noun, id, 1, { [field]: null });
      expect([error?.code, error?.hint]).toEqual(['P0001', field]);
    }
  });

  test.each([
    [{ email: 'nonsense' }, /_email_format/],
    [{ phone: 'x'.repeat(51) }, /_phone_length/],
    [{ country: 'XX' }, /_country_known/],
  ])('a constraint says what is wrong, without the row: %j', async (changes, reason) => {
    const id = await created(noun, { notes: 'Personal' });
    const { error } = await attempt(agency.admin, noun, id, 1, changes);
    expect(error).toMatchObject({ code: '23514', message: expect.stringMatching(reason) });
    expect(JSON.stringify(error)).not.toContain('Personal');
  });

  test.each([
    [{ phone: 5 }, 'phone'],
    [{ notes: ['x'] }, 'notes'],
    [{ email: {} }, 'email'],
  ])('%j is no text', async (changes, hint) => {
    const id = await created(noun);
    expect((await attempt(agency.admin, noun, id, 1, changes)).error).toMatchObject({ code: 'P0001', hint });
  });

  test.each([[null], [[]], ['x'], [5]])('%j is no set of fields', async (changes) => {
    const id = await created(noun);
    expect((await attempt(agency.admin, noun, id, 1, changes)).error).toMatchObject({ code: 'P0001' });
  });

  test('asks which version was edited', async () => {
    const id = await created(noun);
    expect((await attempt(agency.admin, noun, id, null, {})).error).toMatchObject({ hint: 'version' });
  });

  test('takes what is known of its changes along when it is deleted', async () => {
    const id = await created(noun);
    await save(agency.admin, noun, id, 1, { phone: '1' });
    await agency.admin.api.rpc(`delete_${noun}` as never, { [`${noun}_id`]: id } as never);
    expect(await sql('select 1 from private.record_changes where record_id = $1', [id])).toEqual([]);
  });
});

describe('a customer', () => {
  test.each([
    [{ birthday: 'May' }, 'birthday'],
    [{ birthday: '2020-02-30' }, 'birthday'],
    [{ tags: 'VIP' }, 'tags'],
    [{ tags: [['VIP']] }, 'tags'],
  ])('is told what %j lacks', async (changes, hint) => {
    const id = await created('customer');
    expect((await attempt(agency.agent, 'customer', id, 1, changes)).error).toMatchObject({
      code: 'P0001',
      hint,
    });
  });

  test('is saved by every member, in all its fields, and emptied again', async () => {
    const id = await created('customer');
    const all = {
      first_name: 'Véra',
      last_name: 'Lindqvist',
      email: 'vera@mail.test',
      birthday: '1980-05-04',
      more_emails: [{ label: 'Work', value: 'vera@work.test' }],
      more_phones: [{ label: 'Home', value: '555 1' }],
      tags: ['VIP', 'vip', 'Honeymoon'],
      preferences: { seat: 'Window', airlines: [{ airline: 'Alpine', number: '7' }] },
      country: 'at',
    };
    await save(agency.agent, 'customer', id, 1, all);
    expect(await rowOf('customer', id)).toMatchObject({
      ...all,
      tags: ['VIP', 'Honeymoon'],
      country: 'AT',
      version: 2,
    });
    const nothing = Object.fromEntries(Object.keys(all).map((key) => [key, null]));
    const refused = await attempt(agency.agent, 'customer', id, 2, nothing);
    expect(refused.error?.message).toMatch(/customers_(first|last)_name_required/);
    const { first_name: _first, last_name: _last, ...rest } = nothing;
    await save(agency.agent, 'customer', id, 2, rest);
    expect(await rowOf('customer', id)).toMatchObject({
      email: null,
      tags: [],
      more_emails: [],
      preferences: {},
    });
  });

  test('that was merged or erased is saved by nobody', async () => {
    const [kept, gone] = [await created('customer'), await created('customer')];
    await agency.admin.api.rpc('merge_customers', { kept_id: kept, merged_id: gone });
    expect((await attempt(agency.agent, 'customer', gone, 1, { city: 'Cork' })).error?.message).toBe(
      'This customer was merged into another one.',
    );
    await agency.admin.api.rpc('erase_customer', { customer_id: kept, confirmation: 'Vera Lind' });
    for (const version of [1, 2])
      expect((await attempt(agency.agent, 'customer', kept, version, { city: 'Cork' })).error?.message).toBe(
        'This customer was erased.',
      );
  });

  test('a merge that fills fields is a change of whoever merged', async () => {
    const [kept, gone] = [await created('customer'), await created('customer', { city: 'Cork', phone: '9' })];
    await agency.admin.api.rpc('merge_customers', { kept_id: kept, merged_id: gone });
    expect((await save(agency.agent, 'customer', kept, 1, { notes: 'x' })).changes).toMatchObject([
      { changed_by: { id: agency.admin.id }, changed_fields: ['city', 'phone'] },
    ]);
  });

  test('its page carries the version', async () => {
    const id = await created('customer');
    await save(agency.agent, 'customer', id, 1, { city: 'Graz' });
    const { data } = await agency.agent.api.rpc('get_customer_profile', { customer_id: id });
    expect(data).toMatchObject({ customer: { version: 2 } });
  });
});

describe('a vendor', () => {
  test.each([
    [{ default_commission_rate: 'ten' }, 'P0001', 'default_commission_rate'],
    [{ default_commission_rate: 1e10 }, '23514', null],
    [{ default_commission_rate: -5 }, '23514', null],
    [{ expected_payment_days: 1.5 }, 'P0001', 'expected_payment_days'],
    [{ expected_payment_days: 1e15 }, '23514', null],
    [{ aliases: 'X' }, 'P0001', 'aliases'],
    [{ contacts: 'X' }, '23514', null],
  ])('is told what %j lacks', async (changes, code, hint) => {
    const id = await created('vendor');
    expect((await attempt(agency.admin, 'vendor', id, 1, changes)).error).toMatchObject({ code, hint });
  });

  test('is saved in all its fields, and its page carries the version', async () => {
    const id = await created('vendor');
    const all = {
      name: 'Alpine Rail',
      category: 'rail',
      default_commission_rate: 12.5,
      expected_payment_days: 30,
      expected_payment_basis: 'booking',
      aliases: ['ALPINE RAIL AG'],
      contacts: [{ name: 'Jo', role: null, email: null, phone: '1' }],
      account_number: 'A-1',
    };
    await save(agency.admin, 'vendor', id, 1, all);
    const { data } = await agency.admin.api.rpc('get_vendor_profile', { vendor_id: id });
    expect(data).toMatchObject({ vendor: { ...all, version: 2 } });
    await save(agency.admin, 'vendor', id, 2, { expected_payment_days: null, aliases: null, category: null });
    expect(await rowOf('vendor', id)).toMatchObject({
      expected_payment_days: null,
      aliases: [],
      category: 'other',
    });
  });

  test('that takes another one’s alias is told so at the field', async () => {
    await created('vendor', { aliases: ['TAKEN'] });
    const id = await created('vendor');
    expect((await attempt(agency.admin, 'vendor', id, 1, { aliases: ['taken'] })).error).toMatchObject({
      code: 'P0001',
      hint: 'aliases',
    });
  });
});
