import { FIELDS, fieldOf, type ImportKind } from './fields';
import { guessColumns } from './guess-columns';
import { mapColumn, mappingProblem, savedMapping, type Mapping } from './mapping';
import { readCell, readCountry, readList } from './read-cell';
import { readRow, splitName } from './read-row';

describe('columns', () => {
  // Holds imports-1
  it.each<[ImportKind, string[], string[]]>([
    ['customers', ['First Name', 'SURNAME', 'E-mail', 'Cell'], ['first_name', 'last_name', 'email', 'phone']],
    ['customers', ['Name', 'DOB', 'Zip code', 'Loyalty'], ['full_name', 'birthday', 'postal_code', '']],
    ['customers', ['email', 'Email address', ''], ['email', '', '']],
    ['vendors', ['Supplier', 'Commission rate', 'URL'], ['name', 'default_commission_rate', 'website']],
    // What an export is headed with.
    [
      'customers',
      ['First name', 'More emails', 'Address line 1', 'Emergency name'],
      ['first_name', 'more_emails', 'address_line_1', 'emergency_name'],
    ],
    [
      'vendors',
      ['Expected payment days', 'Expected payment basis', 'Aliases'],
      ['expected_payment_days', 'expected_payment_basis', 'aliases'],
    ],
    [
      'sales',
      ['Booking reference', 'Sale date', 'Customer', 'Customer email', 'Total amount', 'Commission status'],
      ['booking_reference', 'sale_date', 'customer', 'customer_email', 'total_amount', 'commission_status'],
    ],
    [
      'sales',
      ['Confirmation', 'Client', 'Supplier', 'Departure', 'Price', 'Commission'],
      ['booking_reference', 'customer', 'vendor', 'travel_date', 'total_amount', 'commission_amount'],
    ],
    // ClientBase and Trams, TESS, Tern, Travefy.
    [
      'sales',
      [
        'Res #',
        'Pax Name',
        'Vendor',
        'Conf #',
        'Depart',
        'Return',
        'Invoice Total',
        'Comm %',
        'Comm Amt',
        'Agent Name',
      ],
      [
        '',
        'customer',
        'vendor',
        'booking_reference',
        'travel_date',
        'return_date',
        'total_amount',
        'commission_rate',
        'commission_amount',
        'agent',
      ],
    ],
    [
      'sales',
      ['Record Locator', 'Pax', 'Supplier', 'Date Booked', 'Departure', 'Gross', 'Commission %', 'Comm. $'],
      [
        'booking_reference',
        'customer',
        'vendor',
        'sale_date',
        'travel_date',
        'total_amount',
        'commission_rate',
        'commission_amount',
      ],
    ],
    [
      'sales',
      [
        'Confirmation #',
        'Primary traveler',
        'Provider',
        'Booking date',
        'Start date',
        'End date',
        'Total price',
        'Expected commission',
        'Advisor',
      ],
      [
        'booking_reference',
        'customer',
        'vendor',
        'sale_date',
        'travel_date',
        'return_date',
        'total_amount',
        'commission_amount',
        'agent',
      ],
    ],
    [
      'sales',
      ['PNR', 'Passenger', 'Invoice amount', 'Gross commission', 'Booking Status', 'Depart Date'],
      ['booking_reference', 'customer', 'total_amount', 'commission_amount', 'status', 'travel_date'],
    ],
    // Of two that fit, the better.
    ['sales', ['Date', 'Sale date', 'Amount', 'Total'], ['', 'sale_date', '', 'total_amount']],
    ['vendors', ['Supplier', 'Comm %'], ['name', 'default_commission_rate']],
  ])('%s: %j are %j', (kind, headers, fields) => {
    expect(guessColumns(kind, headers)).toEqual(fields);
  });

  it('a column of numbers names nobody', () => {
    const samples = [
      ['2', 'Vera Lind'],
      ['', 'Omar Haddad'],
      ['4', ''],
    ];
    expect(guessColumns('sales', ['Pax', 'Client'], samples)).toEqual(['', 'customer']);
    expect(guessColumns('sales', ['Pax', 'Total'], [['Lind/Vera', '100']])).toEqual([
      'customer',
      'total_amount',
    ]);
  });

  it('every field has a name and a key of its own', () => {
    for (const fields of Object.values(FIELDS)) {
      expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
      expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
    }
  });

  it('a field belongs to one column', () => {
    expect(mapColumn(['email', ''], 1, 'email')).toEqual(['', 'email']);
    expect(mapColumn(['email', ''], 1, '')).toEqual(['email', '']);
  });

  it.each<[ImportKind, string[], boolean]>([
    ['customers', ['first_name'], true],
    ['customers', ['first_name', 'last_name'], false],
    ['customers', ['full_name'], false],
    ['vendors', ['email'], true],
    ['vendors', ['name'], false],
    ['sales', ['booking_reference', 'vendor', 'sale_date', 'total_amount'], true],
    ['sales', ['booking_reference', 'vendor', 'sale_date', 'customer'], true],
    ['sales', ['booking_reference', 'vendor', 'sale_date', 'total_amount', 'customer'], false],
  ])('%s with %j lack a name: %s', (kind, columns, lacks) => {
    expect(mappingProblem(kind, columns) !== null).toBe(lacks);
  });

  it('a remembered mapping is taken as far as it still fits', () => {
    const saved = { columns: ['email', 'gone', 'email'], dates: 'dmy', same_email: 'add' };
    expect(savedMapping('customers', saved, 3)).toEqual({
      columns: ['email', '', ''],
      dates: 'dmy',
      decimal: null,
      words: {},
      same_email: 'add',
    });
    expect(savedMapping('customers', saved, 2)).toBeNull();
    expect(savedMapping('customers', null, 2)).toBeNull();
    expect(savedMapping('customers', { columns: [1] }, 1)).toEqual({
      columns: [''],
      dates: null,
      decimal: null,
      words: {},
      same_email: 'skip',
    });
  });
});

const USD = { currency: 'USD', dates: 'mdy', decimal: '.', words: {} } as const;

describe('cells', () => {
  const read = (key: string, text: string, kind: ImportKind = 'vendors') => {
    const cell = readCell(text, fieldOf(kind, key)!, USD);
    return cell.ok ? cell.value : cell.message;
  };
  it.each([
    ['phone', "'+43 1 234", '+43 1 234'],
    ['notes', "'=1+1", '=1+1'],
    ['notes', "'quoted'", "'quoted'"],
    ['notes', '   ', null],
    ['country', 'Österreich', 'AT'],
    ['country', 'usa', 'US'],
    ['country', 'Atlantis', 'Use the name of a country, or its code of two letters.'],
    ['website', 'nile.test', 'https://nile.test'],
    ['website', 'nowhere', expect.stringMatching(/web address/)],
    ['default_commission_rate', '12,5 %', 12.5],
    ['default_commission_rate', '120', expect.stringMatching(/0 to 100/)],
    ['expected_payment_days', '30 days', 30],
    ['expected_payment_days', '-1', expect.stringMatching(/number of days/)],
    ['category', 'Car rental', 'car'],
    ['category', 'cruise', 'cruise'],
    ['category', 'rocket', expect.stringMatching(/^Use one of: cruise/)],
    ['email', 'a@b', expect.stringMatching(/email/)],
    ['aliases', 'A; B, C ;', ['A', 'B, C']],
    ['name', 'x'.repeat(201), 'Use at most 200 characters.'],
  ])('%s %j is %j', (key, text, value) => {
    expect(read(key, text)).toEqual(value);
  });

  it.each([
    ['total_amount', '$1,482.50', 1482.5],
    // All rows together say that a point stands before the decimals.
    ['total_amount', '1.482,50', 'Enter an amount like 1,482.50.'],
    ['total_amount', '1482,5', 'Enter an amount like 1,482.50.'],
    ['total_amount', '€1,482.50', 'This agency works in US dollars (USD).'],
    ['total_amount', '-5', expect.stringMatching(/0 or more/)],
    ['status', 'Canceled', 'cancelled'],
    ['commission_status', 'Agent paid', 'agent_paid'],
    ['commission_status', 'gone', 'Use one of: unpaid, funds received, agent paid, cancelled.'],
    ['travel_date', '3/4/31', '2031-03-04'],
    ['travel_date', '2026-02-30', 'There is no such day: 2026-02-30.'],
    ['travel_date', '25/12/2026', 'There is no such day: 25/12/2026, month first.'],
    ['travel_date', 'soon', 'Use a date like 2026-11-19.'],
  ])('of a sale: %s %j is %j', (key, text, value) => {
    expect(read(key, text, 'sales')).toEqual(value);
  });

  it('lists and countries are read as people write them', () => {
    expect(readList('VIP, cruise | golf')).toEqual(['VIP', 'cruise', 'golf']);
    expect(readCountry('Côte d’Ivoire')).toBe('CI');
  });
});

describe('rows', () => {
  const mapping = (...columns: string[]): Mapping => ({
    columns,
    dates: 'dmy',
    decimal: '.',
    words: {},
    same_email: 'skip',
  });

  it('become what the database takes', () => {
    expect(
      readRow(
        'customers',
        ['Berg, Ada', 'a@b.test; c@d.test', '1.2.1980', 'Aisle', ''],
        mapping('full_name', 'more_emails', 'birthday', 'seat', 'notes'),
        7,
        'USD',
      ),
    ).toEqual({
      ok: true,
      row: {
        row_number: 7,
        first_name: 'Ada',
        last_name: 'Berg',
        birthday: '1980-02-01',
        more_emails: [
          { label: null, value: 'a@b.test' },
          { label: null, value: 'c@d.test' },
        ],
        preferences: { seat: 'Aisle' },
      },
    });
    expect(
      readRow(
        'vendors',
        ['Nile', '', 'al@nile.test'],
        mapping('name', 'contact_name', 'contact_email'),
        1,
        'USD',
      ),
    ).toEqual({
      ok: true,
      row: { row_number: 1, name: 'Nile', contacts: [{ name: 'Nile', email: 'al@nile.test' }] },
    });
  });

  it('become sales, whose commission is the amount where there is one', () => {
    const columns = [
      'booking_reference',
      'customer',
      'vendor',
      'sale_date',
      'total_amount',
      'commission_rate',
    ];
    const cells = ['B-1', 'Berg, Ada', 'Nile', '1.2.2026', '1000', '12'];
    const row = {
      row_number: 1,
      booking_reference: 'B-1',
      customer_first_name: 'Ada',
      customer_last_name: 'Berg',
      vendor: 'Nile',
      sale_date: '2026-02-01',
      total_amount: 1000,
    };
    expect(readRow('sales', cells, mapping(...columns), 1, 'USD')).toEqual({
      ok: true,
      row: { ...row, commission_rate: 12 },
    });
    expect(readRow('sales', [...cells, '99.50'], mapping(...columns, 'commission_amount'), 1, 'USD')).toEqual(
      {
        ok: true,
        row: { ...row, commission_amount: 99.5 },
      },
    );
    expect(readRow('sales', ['', 'Ada Berg'], mapping(...columns), 4, 'USD')).toMatchObject({
      errors: [
        { field: 'Booking reference' },
        { field: 'Vendor' },
        { field: 'Sale date' },
        { field: 'Total' },
      ],
    });
  });

  it('say everything that is wrong with them', () => {
    expect(
      readRow('customers', ['Ada', 'nowhere', 'never'], mapping('full_name', 'email', 'birthday'), 2, 'USD'),
    ).toEqual({
      ok: false,
      errors: [
        { row: 2, field: 'Email', message: expect.any(String) as string },
        { row: 2, field: 'Birthday', message: 'Use a date like 2026-11-19.' },
      ],
    });
    expect(readRow('customers', ['Cher'], mapping('full_name'), 3, 'USD')).toMatchObject({
      errors: [{ row: 3, field: 'First name' }],
    });
    expect(
      readRow('customers', ['A B', 'x'.repeat(41)], mapping('full_name', 'tags'), 4, 'USD'),
    ).toMatchObject({
      errors: [{ field: 'Tags' }],
    });
  });

  it.each([
    ['Ada Berg', ['Ada', 'Berg']],
    ['Ada Maria Berg', ['Ada Maria', 'Berg']],
    ['van der Berg, Ada', ['Ada', 'van der Berg']],
    ['Cher', ['', 'Cher']],
    ['BERG/ADA MARIA MRS', ['ADA MARIA', 'BERG']],
    ['Berg/Ada', ['Ada', 'Berg']],
    ['Ada/Omar Berg', ['Ada/Omar', 'Berg']],
  ])('%s is %j', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});
