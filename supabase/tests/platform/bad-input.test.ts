import { constraintError } from '../../../shared/src/domain/constraints';
import { backend } from '../support/backend';
import { sqlOne } from '../support/database';
import { commissionOf, createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let saleId: string;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  saleId = (await agency.sale()).id;
});

const rows = () =>
  sqlOne(
    `select (select count(*) from public.sales) as sales, (select count(*) from public.customers) as customers,
       (select count(*) from public.vendors) as vendors, (select count(*) from public.commissions) as commissions,
       (select count(*) from public.sales_history) as history`,
  );

/** What the client sees: status, code, and the field and message a form would show. */
function shown(answer: { status: number; error: { code: string; message: string; hint: string } | null }) {
  const { error, status } = answer;
  const known = constraintError(error?.message ?? '');
  return [status, error?.code, known?.field ?? error?.hint ?? '', known?.message ?? error?.message];
}

const long = (length: number) => 'x'.repeat(length);
const unknownId = '00000000-0000-4000-8000-000000000000';
const range: unknown = expect.stringMatching(/^Enter an amount of 0 or more/);

test.each<[string, object, unknown[]]>([
  [
    'no customer',
    { customer_id: null },
    [400, '23502', 'customerId', 'Choose the customer for this booking.'],
  ],
  ['no vendor', { vendor_id: null }, [400, '23502', 'vendorId', 'Choose the vendor for this booking.']],
  ['no agent', { agent_id: null }, [400, '23502', 'agentId', 'Choose the agent who sold this booking.']],
  ['no total', { total_amount: null }, [400, '23502', 'totalAmount', 'Enter the total amount.']],
  ['no date', { sale_date: null }, [400, '23502', 'saleDate', 'Enter the sale date.']],
  ['a negative total', { total_amount: -1 }, [400, '23514', 'totalAmount', range]],
  ['a total that is no number', { total_amount: 'NaN' }, [400, '23514', 'totalAmount', range]],
  [
    'a rate over 100',
    { commission_rate: 100.01 },
    [400, '23514', 'commissionRate', 'Enter a percentage from 0 to 100.'],
  ],
  [
    'a negative rate',
    { commission_rate: -1 },
    [400, '23514', 'commissionRate', 'Enter a percentage from 0 to 100.'],
  ],
  [
    'a negative commission',
    { commission_basis: 'amount', commission_amount: -1 },
    [400, '23514', 'commissionAmount', range],
  ],
  [
    'a commission above the total',
    { commission_basis: 'amount', commission_amount: 1000.01 },
    [400, 'P0001', 'commission_amount', 'Commission must be at most the total amount.'],
  ],
  [
    'an unknown basis',
    { commission_basis: 'guess' },
    [400, '23514', 'commissionRate', 'Enter the commission rate.'],
  ],
  [
    'return before travel',
    { travel_date: '2026-07-02', return_date: '2026-07-01' },
    [400, '23514', 'returnDate', 'Return must be on or after departure.'],
  ],
  [
    'a year of two digits',
    { sale_date: '0026-05-04' },
    [400, '23514', 'saleDate', expect.stringMatching(/^Enter a date between/)],
  ],
  [
    'the end of time',
    { travel_date: 'infinity' },
    [400, '23514', 'travelDate', expect.stringMatching(/^Enter a date between/)],
  ],
  [
    'an over-long reference',
    { booking_reference: long(101) },
    [400, '23514', 'bookingReference', 'Use at most 100 characters.'],
  ],
  ['over-long notes', { notes: long(5001) }, [400, '23514', 'notes', 'Use at most 5,000 characters.']],
  [
    'an unknown currency',
    { currency: 'ZZZ' },
    [400, 'P0001', 'currency', 'Use the currency of your organization, USD.'],
  ],
  [
    'a foreign currency',
    { currency: 'EUR' },
    [400, 'P0001', 'currency', 'Use the currency of your organization, USD.'],
  ],
  [
    'an unknown customer',
    { customer_id: unknownId },
    [409, '23503', 'customerId', 'Choose the customer for this booking.'],
  ],
  [
    'a foreign customer',
    { customer_id: 'FOREIGN' },
    [409, '23503', 'customerId', 'Choose the customer for this booking.'],
  ],
  [
    'an unknown vendor',
    { vendor_id: unknownId },
    [409, '23503', 'vendorId', 'Choose the vendor for this booking.'],
  ],
])('a sale with %s', async (_what, wrong, expected) => {
  const before = await rows();
  const values = JSON.parse(JSON.stringify(wrong).replace('FOREIGN', otherAgency.customerId)) as object;
  const insert = await agency.admin.api.from('sales').insert(saleInput(agency, values));
  expect(shown(insert as never)).toEqual(expected);
  const update = await agency.admin.api.from('sales').update(values).eq('id', saleId);
  expect(shown(update as never)).toEqual(expected);
  expect(await rows()).toEqual(before);
});

test.each<[string, object]>([
  ['text for an amount', { total_amount: 'a lot' }],
  ['text for a date', { sale_date: 'tomorrow-ish' }],
  ['a day that does not exist', { sale_date: '2026-02-30' }],
  ['an amount beyond all bounds', { total_amount: 1e13 }],
  ['text for an id', { customer_id: 'me' }],
  ['an unknown column', { discount: 5 }],
  ['an object for a text', { total_amount: { a: 1 } }],
])('%s gets a 4xx that is no riddle', async (_what, wrong) => {
  const before = await rows();
  const { error, status } = await agency.admin.api.from('sales').insert(saleInput(agency, wrong));
  expect(status).toBe(400);
  expect(error?.message).toMatch(/\w+ \w+/);
  expect(await rows()).toEqual(before);
});

test.each<[string, 'customers' | 'vendors', object, unknown[]]>([
  [
    'no first name',
    'customers',
    { first_name: null, last_name: 'Lind' },
    [400, '23502', 'firstName', 'Enter a first name.'],
  ],
  [
    'a blank last name',
    'customers',
    { first_name: 'Vera', last_name: '  ' },
    [400, '23514', 'lastName', 'Enter a last name.'],
  ],
  [
    'a broken e-mail',
    'customers',
    { first_name: 'V', last_name: 'L', email: 'vera@' },
    [400, '23514', 'email', expect.stringMatching(/full email/)],
  ],
  [
    'an over-long phone',
    'customers',
    { first_name: 'V', last_name: 'L', phone: long(51) },
    [400, '23514', 'phone', 'Use at most 50 characters.'],
  ],
  [
    'an over-long name',
    'customers',
    { first_name: long(101), last_name: 'L' },
    [400, '23514', 'firstName', 'Use at most 100 characters.'],
  ],
  ['no name', 'vendors', { name: null }, [400, '23502', 'name', 'Enter the vendor’s name.']],
  ['a blank name', 'vendors', { name: ' ' }, [400, '23514', 'name', 'Enter the vendor’s name.']],
  [
    'a rate over 100',
    'vendors',
    { name: 'V', default_commission_rate: 101 },
    [400, '23514', 'defaultCommissionRate', 'Enter a percentage from 0 to 100.'],
  ],
  [
    'a script for a website',
    'vendors',
    { name: 'V', website: 'javascript:alert(1)' },
    [400, '23514', 'website', expect.stringMatching(/full web address/)],
  ],
])('%s in %s', async (_what, table, wrong, expected) => {
  const before = await rows();
  const answer = await agency.admin.api.from(table).insert(wrong as never);
  expect(shown(answer as never)).toEqual(expected);
  expect(await rows()).toEqual(before);
});

test.each<[string, object, unknown[]]>([
  ['over-long notes', { notes: long(5001) }, [400, '23514', 'notes', 'Use at most 5,000 characters.']],
  ['no status', { status: null }, [400, 'P0001', 'status', 'Invalid status specified']],
])('a commission with %s', async (_what, wrong, expected) => {
  const { id } = await commissionOf(saleId);
  const answer = await agency.admin.api.from('commissions').update(wrong).eq('id', id);
  expect(shown(answer as never)).toEqual(expected);
});

describe('broken requests', () => {
  const { apiUrl, publishableKey } = backend;
  const request = async (token: string | undefined, body: string, path = 'customers') => {
    const response = await fetch(`${apiUrl}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const tokenOf = async () => (await agency.admin.api.auth.getSession()).data.session?.access_token ?? '';

  test.each(['{"first_name": ', 'null', '"text"', '{}'])('malformed or empty: %s', async (body) => {
    const before = await rows();
    const { status, text } = await request(await tokenOf(), body);
    expect([400, status]).toContain(400);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).toMatch(/message|error/);
    expect(await rows()).toEqual(before);
  });

  test('a token that is signed with another secret, cut off, or no token at all', async () => {
    const before = await rows();
    const token = await tokenOf();
    const [head, payload] = token.split('.');
    const body = JSON.stringify({ first_name: 'A', last_name: 'B' });
    for (const wrong of [`${head}.${payload}.c2lnbmF0dXJl`, token.slice(0, -10), 'nonsense']) {
      const { status, text } = await request(wrong, body);
      expect([401, 403]).toContain(status);
      expect(text).toMatch(/message|error|msg/);
    }
    expect((await request(undefined, body)).status).toBe(401);
    expect(await rows()).toEqual(before);
  });

  test('functions refuse wrong arguments', async () => {
    const token = await tokenOf();
    for (const [name, body] of [
      ['get_customer_page', '{"customer_id": "me"}'],
      ['get_customer_page', '{}'],
      ['get_sales_by_status', '{"start_date": "soon"}'],
      ['record_agent_payment', '{"amount": 1}'],
      ['no_such_function', '{}'],
    ] as const) {
      const { status, text } = await request(token, body, `rpc/${name}`);
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
      expect(text).toMatch(/message/);
    }
  });
});
