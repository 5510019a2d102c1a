import { isVisible } from '../../../shared/src/domain';
import { sql } from '../support/database';
import { createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

/** Names that show nothing are no names, in every table and by the form's own rule. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const CODE_POINTS = 0x110000;
/** Zero-width space, joiner and word joiner, a filler, a tag, a control character, a no-break space. */
const NOTHING = ['\u200b', '\u200d\u2060', '\u3164', '\u{e0041}', '\u0007', '\u00a0 \t', '\u2800\ufe0f'];

test('database and browser see the same, in all of Unicode', async () => {
  const rows = await sql<{ code: number }>(
    `select n as code from generate_series(1, $1::int - 1) n
     where n not between 55296 and 57343 and not private.is_visible(chr(n))`,
    [CODE_POINTS],
  );
  const unseen: number[] = [];
  for (let code = 1; code < CODE_POINTS; code += 1)
    if ((code < 0xd800 || code > 0xdfff) && !isVisible(String.fromCodePoint(code))) unseen.push(code);
  expect(rows.map(({ code }) => code)).toEqual(unseen);
  expect(unseen.length).toBeGreaterThan(4000);
});

test.each(NOTHING.map((name) => [encodeURIComponent(name), name]))(
  '%s names nobody and nothing',
  async (_, name) => {
    const { api, id } = agency.admin;
    const { owner } = agency;
    const refused: [string, PromiseLike<{ error: { code: string; message: string } | null }>][] = [
      [
        'customers_first_name_required',
        api.from('customers').insert({ first_name: name, last_name: 'Lind' }),
      ],
      ['customers_last_name_required', api.from('customers').insert({ first_name: 'Vera', last_name: name })],
      ['vendors_name_required', api.from('vendors').insert({ name })],
      [
        'vendor_terms_contacts_name_required',
        api.rpc('create_vendor', { vendor: { name: 'V', contacts: [{ name }] } }),
      ],
      ['users_first_name_required', api.from('users').update({ first_name: name }).eq('id', id)],
      ['users_last_name_required', api.from('users').update({ last_name: name }).eq('id', id)],
      [
        'organizations_name_required',
        owner.api.from('organizations').update({ name }).eq('id', agency.organizationId),
      ],
      [
        'sales_booking_reference_required',
        api.from('sales').insert(saleInput(agency, { booking_reference: name })),
      ],
    ];
    for (const [constraint, request] of refused) {
      const { error } = await request;
      expect([error?.code, error?.message]).toEqual(['23514', expect.stringContaining(constraint)]);
    }
    const { error } = await api.rpc('create_sale', { sale: saleInput(agency, { booking_reference: name }) });
    expect(error).toMatchObject({ code: 'P0001', message: 'Enter the booking reference.' });
    const { data } = await api
      .from('customers')
      .insert({ first_name: 'Vera', last_name: `L${name}`, tags: [name, 'vip'] })
      .select('tags')
      .single();
    expect(data).toEqual({ tags: ['vip'] });
  },
);
