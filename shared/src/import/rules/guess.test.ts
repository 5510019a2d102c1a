import { ImportEngine } from '../engine/engine';
import { findHead, isNoRow } from './find-head';
import { guessColumns } from './guess-columns';
import { savedWords } from './mapping';
import { readCell, type CellReading } from './read-cell';
import { fieldOf } from './fields';
import { usualRates } from './usual-terms';

/** docs/product/imports.md, Imports: files from anywhere. */
// This window has no hashes of its own.
beforeAll(() =>
  Object.defineProperty(globalThis, 'crypto', {
    value: { subtle: { digest: () => Promise.resolve(new ArrayBuffer(32)) } },
  }),
);

// Holds imports-6
it.each<[string, string[], string[]]>([
  [
    'German',
    [
      'Buchungsnr',
      'Kunde',
      'Veranstalter',
      'Buchungsdatum',
      'Reisebeginn',
      'Reiseende',
      'Gesamtpreis (EUR)',
      'Prov. %',
      'Provision',
      'Status',
    ],
    [
      'booking_reference',
      'customer',
      'vendor',
      'sale_date',
      'travel_date',
      'return_date',
      'total_amount',
      'commission_rate',
      'commission_amount',
      'status',
    ],
  ],
  [
    'French',
    [
      'N° de réservation',
      'Client',
      'Voyagiste',
      'Date de vente',
      'Date de départ',
      'Date de retour',
      'Prix total',
      'Commission',
      'Statut',
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
      'status',
    ],
  ],
  [
    'Spanish',
    [
      'Nº reserva',
      'Apellidos',
      'Nombre',
      'Mayorista',
      'Fecha de reserva',
      'Fecha salida',
      'Importe total',
      '% comisión',
      'Estado',
    ],
    [
      'booking_reference',
      'customer_last_name',
      'customer_first_name',
      'vendor',
      'sale_date',
      'travel_date',
      'total_amount',
      'commission_rate',
      'status',
    ],
  ],
  [
    'Italian',
    [
      'Numero pratica',
      'Cliente',
      'Fornitore',
      'Data prenotazione',
      'Data partenza',
      'Data rientro',
      'Importo',
      'Provvigione',
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
    ],
  ],
  [
    'Dutch',
    [
      'Boekingsnummer',
      'Klant',
      'Reisorganisatie',
      'Boekingsdatum',
      'Vertrekdatum',
      'Terugreis',
      'Reissom',
      'Provisie',
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
    ],
  ],
  [
    'Portuguese',
    [
      'Número da reserva',
      'Passageiro',
      'Operadora',
      'Data da venda',
      'Data de embarque',
      'Data de retorno',
      'Valor total',
      'Comissão',
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
    ],
  ],
])('columns of sales in %s are known by their names', (_language, headers, fields) => {
  expect(guessColumns('sales', headers)).toEqual(fields);
});

// Holds imports-6
it('customers and vendors are known in other languages, too', () => {
  expect(guessColumns('customers', ['Vorname', 'Nachname', 'PLZ', 'Ort', 'Geburtsdatum'])).toEqual([
    'first_name',
    'last_name',
    'postal_code',
    'city',
    'birthday',
  ]);
  expect(guessColumns('vendors', ['Fournisseur', 'Téléphone', 'Pays'])).toEqual(['name', 'phone', 'country']);
});

// Holds imports-8
it('what no name says is told by the cells, and a name that the cells disprove is not believed', () => {
  const rows = Array.from({ length: 12 }, (_each, n) => [
    `${n + 1}`,
    `AB-10${n}`,
    `Vera Lind${'abcdefghijkl'[n]}`,
    n % 2 ? 'Nile Boats' : 'Blue Fleet Tours',
    `0${(n % 9) + 1}.03.2026`,
    `${n + 1}.200,50`,
    `${n}`,
  ]);
  expect(guessColumns('sales', ['Nr.', 'F1', 'F2', 'F3', 'F4', 'F5', 'Provision %'], rows)).toEqual([
    '',
    'booking_reference',
    'customer',
    'vendor',
    'sale_date',
    'total_amount',
    'commission_rate',
  ]);
  expect(guessColumns('sales', ['Departure', 'Date'], [['Vienna', '1/2/2026']])).toEqual(['', 'sale_date']);
});

// Holds imports-9
it('the head is found below title lines; sums, the head again and words below the table are no rows', () => {
  const head = ['Buchungsnr', 'Kunde', 'Veranstalter', 'Reisepreis', 'Provision'];
  const row = ['B-1', 'Lind, Vera', 'TUI', '1.200,00', '120,00'];
  const lines = [['Umsatzliste Oktober'], ['Stand:', '31.10.2026'], head, row];
  expect(findHead('sales', lines)).toBe(2);
  expect(
    findHead('sales', [
      ['1', 'x', '1.2.2026'],
      ['2', 'y', '3.2.2026'],
    ]),
  ).toBe(-1);
  expect(
    [head, ['Summe', '', '', '1.200,00', '120,00'], ['Seite 1 von 3'], row].map((cells) =>
      isNoRow('sales', cells, head),
    ),
  ).toEqual([true, true, true, false]);
  const vendors = ['Name', 'Email', 'Phone', 'Rate'];
  expect(isNoRow('vendors', ['Total Travel', '', '', '12'], vendors)).toBe(false);
  expect(isNoRow('vendors', ['Total:', '', '', '12'], vendors)).toBe(true);
  expect(
    isNoRow('sales', ['B-2', 'Lind', 'Total Tours', '1.2.2026', '10', '', '', '', ''], [...head, ...head]),
  ).toBe(false);
  // A customer may have a name alone.
  expect(isNoRow('customers', ['Cher'], ['Name', 'Email', 'Phone', 'City', 'Notes'])).toBe(false);
});

describe('cells of a file', () => {
  const reading: CellReading = {
    currency: 'EUR',
    dates: 'dmy',
    decimal: ',',
    words: { status: { geparkt: 'booked', angebot: '' } },
  };
  const read = (key: string, text: string) => {
    const cell = readCell(text, fieldOf('sales', key)!, reading);
    return cell.ok ? cell.value : cell.message;
  };
  // Holds imports-14
  it.each([
    ['total_amount', '1.234', 1234],
    ['total_amount', '1.234,50 €', 1234.5],
    ['total_amount', '$1.234,50', 'This agency works in euros (EUR).'],
    ['total_amount', '(€1.234,50)', 'Enter an amount of 0 or more.'],
    ['currency', 'eur', 'EUR'],
    ['currency', '€', 'EUR'],
    ['currency', 'CHF', 'This agency works in euros (EUR).'],
    ['status', 'gebucht', 'booked'],
    ['status', 'Bezahlt', 'paid'],
    ['status', 'storniert', 'cancelled'],
    ['status', 'Annulé', 'cancelled'],
    ['status', 'GEPARKT', 'booked'],
    ['status', 'Angebot', 'Rows that say “Angebot” are left out, as was chosen.'],
    ['status', 'constructor', 'Use one of: booked, paid, cancelled.'],
    ['status', 'irgendwas', 'Use one of: booked, paid, cancelled.'],
  ])('%s %j is %j', (key, text, value) => {
    expect(read(key, text)).toEqual(value);
  });

  it('what words were said to mean is taken as far as it is still ours', () => {
    const saved = { status: { fix: 'paid', gone: 'sold', angebot: '' }, nothing: { a: 'paid' } };
    expect(savedWords('sales', saved)).toEqual({ status: { fix: 'paid', angebot: '' } });
    expect(savedWords('sales', null)).toEqual({});
  });
});

describe('all rows of a file', () => {
  async function open(...lines: string[]) {
    const engine = new ImportEngine();
    const chosen = new File([], 'a.csv');
    chosen.arrayBuffer = () => Promise.resolve(new Uint8Array(Buffer.from(lines.join('\n'))).buffer);
    await engine.open('sales', chosen, 'EUR');
    return engine;
  }
  const COLUMNS = ['booking_reference', 'sale_date', 'total_amount', 'status'];
  const NOTHING = { dates: null, decimal: null };

  // Holds imports-12
  it('decide the notation together; what none decides is open, or as it was remembered', async () => {
    const head = 'Ref;Date;Total;Status';
    const proven = await open(head, 'A;01/02/2026;1.234;ok', 'B;13/02/2026;1,50;Geparkt');
    expect(proven.reading('sales', COLUMNS, { dates: 'mdy', decimal: '.' })).toMatchObject({
      dates: 'dmy',
      decimal: ',',
    });
    const undecided = await open(head, 'A;01/02/2026;1.234;ok', 'B;03/02/2026;2.345;Geparkt', 'C;;;geparkt');
    expect(undecided.reading('sales', COLUMNS, NOTHING)).toEqual({
      dates: null,
      decimal: null,
      words: [
        { field: 'status', text: 'ok', word: 'ok', rows: 1, known: 'booked' },
        { field: 'status', text: 'Geparkt', word: 'geparkt', rows: 2, known: null },
      ],
    });
    expect(undecided.reading('sales', COLUMNS, { dates: 'dmy', decimal: ',' })).toMatchObject({
      dates: 'dmy',
      decimal: ',',
    });
  });

  // Holds imports-18
  it('have the usual rate of each vendor: the one that most have, said or as commission of the price', () => {
    const sale = (vendor: string, more: object) => ({ vendor, total_amount: 1000, ...more });
    const rates = usualRates([
      sale('TUI', { commission_amount: 105 }),
      sale('tui ', { total_amount: 2713.15, commission_amount: 284.88 }),
      sale('TUI', { commission_amount: 70 }),
      sale('Ameropa', { commission_rate: 12 }),
      sale('Silent', {}),
      sale('Free', { total_amount: 0, commission_amount: 0 }),
    ]);
    expect([...rates]).toEqual([
      ['tui', 10.5],
      ['ameropa', 12],
    ]);
  });

  it('carry the rate and the terms of their vendors', async () => {
    const engine = await open(
      'Ref;Customer;Vendor;Date;Total;Commission',
      'A;Vera Lind;TUI;2026-02-01;1000,00;105,00',
    );
    const columns = [
      'booking_reference',
      'customer',
      'vendor',
      'sale_date',
      'total_amount',
      'commission_amount',
    ];
    const mapping = { columns, dates: 'ymd', decimal: ',', words: {}, same_email: 'skip' } as const;
    const terms = { tui: { days: 30, basis: 'return' } };
    expect(engine.portion('sales', { ...mapping, columns }, 0, 10, terms).rows).toMatchObject([
      { vendor: 'TUI', vendor_rate: 10.5, vendor_payment_days: 30, vendor_payment_basis: 'return' },
    ]);
    expect(engine.usualRates({ ...mapping, columns })).toEqual({ tui: 10.5 });
  });
});
