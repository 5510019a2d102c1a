import { assignRole, savedReading, type CsvReading } from './reading';
import { BankFileEngine } from '../engine/engine';
import { asFile, brief, openContent, readFixture } from '../testing/open-fixture';

describe('dialects', () => {
  it.each<[string, object, string[]]>([
    [
      'csv-trailing-comma.csv',
      { dates: 'mdy', decimal: '.', delimiter: ',', headerLine: 1 },
      [
        '2027-01-29 7464.10 ORIG CO NAME:HALCYON OCEAN LINE ORIG ID:1234567890 DESC DATE:0129 CO ENTRY DESCR:COMMISSION',
        '2027-01-28 -500.00 ONLINE TRANSFER TO SAV ...7702',
        '2027-01-27 -310.00 CHECK 1187',
      ],
    ],
    [
      'csv-summary-above.csv',
      { dates: 'mdy', headerLine: 7 },
      ['2027-01-13 2319.02 LUMEN SMALL GROUP TR30535', '2027-01-20 -119.02 WIRE FEE'],
    ],
    [
      'csv-no-header.csv',
      { dates: 'mdy', headerLine: 0 },
      [
        '2027-01-29 1544.80 NORTHERN FJORD VOY AGCY COMM CR30121',
        '2027-01-28 -25.00 WIRE SERVICE CHARGE SEQUENCE: 270128104410',
        '2027-01-27 -310.00 CHECK # 1187',
      ],
    ],
    [
      'csv-direction.csv',
      { dates: 'mdy' },
      ['2027-01-29 818.75 Deposit from TERRA AGY COMM', '2027-01-15 -500.00 Withdrawal to CARD SERVICES'],
    ],
    [
      'csv-parentheses.csv',
      { dates: 'ymd', decimal: '.' },
      [
        '2027-01-29 1274.25 SILK GATE JOURNEYS',
        '2027-01-28 -1274.25 RECALL SILK GATE',
        '2027-01-27 -25.00 SERVICE CHARGE',
        '2027-01-26 1000.00 CARD SETTLEMENT',
        '2027-01-25 -1000.00 CARD REFUND',
      ],
    ],
    [
      'csv-german.csv',
      { dates: 'dmy', decimal: ',', delimiter: ';', encoding: 'windows-1252' },
      [
        '2027-01-29 1234.56 GUTSCHR. UEBERWEISUNG Provision Jänner Buchung TR-30350',
        '2027-01-28 -9.90 ENTGELTABSCHLUSS Kontoführung',
      ],
    ],
    [
      'csv-french.csv',
      { dates: 'dmy', decimal: ',', headerLine: 2 },
      [
        '2027-01-29 1234.56 VIR CROISIERES DU NORD COMMISSION',
        '2027-01-28 -12.00 FRAIS DE TENUE DE COMPTE',
        '2027-01-13 -310.00 CHEQUE 1187',
      ],
    ],
    [
      'csv-excel-tabs.csv',
      { delimiter: '\t', encoding: 'utf-16le' },
      ['2027-01-29 818.75 NØRD FERRIES "COMMISSION"', '2027-01-28 -5.00 FEE'],
    ],
    [
      'csv-sep-line.csv',
      { delimiter: ';', decimal: '.', headerLine: 2 },
      ['2027-01-29 1234.56 KABINENREISEN AG', '2027-01-28 -5.00 SPESEN'],
    ],
    [
      'csv-many-lines-in-a-cell.csv',
      {},
      ['2027-01-29 7464.10 HALCYON OCEAN LINE REMIT 0129 CR30984, "six" bookings', '2027-01-28 -5.00 FEE'],
    ],
  ])('%s', async (name, reading, lines) => {
    const {
      opened,
      read,
      lines: [first],
    } = await readFixture(name);
    expect(opened.format).toBe('csv');
    expect(opened.reading).toMatchObject(reading);
    expect(brief(first)).toEqual(lines);
    expect(read.problems).toEqual([]);
  });

  it('names lines as the file has them, after cells of several lines', async () => {
    const { lines } = await readFixture('csv-many-lines-in-a-cell.csv');
    expect(lines[0]?.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('keeps names, references and both days apart', async () => {
    const { lines, read } = await readFixture('csv-german.csv');
    expect(lines[0]?.[0]).toMatchObject({
      valueOn: '2027-02-01',
      counterparty: 'Müller Reisen GmbH',
      currency: 'EUR',
    });
    expect(read.statements[0]).toMatchObject({
      account: 'DE02120300000000202051',
      currency: 'EUR',
      count: 2,
    });
  });

  it('takes currencies apart', async () => {
    const { read } = await readFixture('csv-two-currencies.csv');
    expect(read.statements.map(({ currency, count }) => [currency, count])).toEqual([
      ['USD', 1],
      ['EUR', 1],
    ]);
  });
});

it('reads columns for money out and in, says why a line is broken, and checks the balances beside them', async () => {
  const { opened, read, lines } = await readFixture('csv-credit-union.csv');
  expect(opened.reading).toMatchObject({
    headerLine: 6,
    columns: ['date', 'text', 'out', 'in', 'balance', 'bankId', 'reference'],
  });
  expect(read.problems).toEqual([
    { line: 11, why: 'There is no February 30.', source: expect.any(String) as string, wrong: 'date' },
  ]);
  expect(read.statements[0]).toMatchObject({
    account: '••4410',
    count: 6,
    first: '2027-01-26',
    last: '2027-02-02',
    turnover: { in: 390955, out: 1253000 },
    balances: [{ opening: '48443.98', closing: '39513.53', addsUp: true, wrongAt: null }],
  });
  expect(lines[0]?.map(({ twin }) => twin)).toEqual([1, 1, 1, 1, 1, 1]);
});

// Holds imports-15
it('an amount with the sign of another currency than the agency’s is broken, in words', async () => {
  const engine = new BankFileEngine();
  const content = 'Date,Description,Amount\n01/29/2027,TOUR AGY COMM,$5.00\n01/28/2027,KABINEN AG,€7.00\n';
  const opened = await engine.open(asFile(content), 'USD');
  const read = engine.read(opened.reading);
  expect(read.problems).toMatchObject([
    { line: 3, why: 'This agency works in US dollars (USD).', wrong: 'amount' },
  ]);
  expect(read.statements.map(({ count }) => count)).toEqual([1]);
});

describe('signs and words', () => {
  // Holds imports-55
  it('ignores words beside amounts with signs: a deposit by check is money in, and the balances add up', async () => {
    const { read, lines } = await readFixture('csv-checking-words.csv');
    expect(brief(lines[0])).toEqual([
      '2027-01-29 1489.20 ORIG CO NAME:HALCYON OCEAN LINE',
      '2027-01-28 612.40 REMOTE ONLINE DEPOSIT # 1',
      '2027-01-27 -310.00 CHECK 1187',
      '2027-01-26 -500.00 ONLINE TRANSFER TO SAV ...7702',
      '2027-01-25 2.50 ATM FEE REVERSED',
    ]);
    expect(read.statements[0]?.balances).toEqual([
      { opening: '8605.10', closing: '9899.20', addsUp: true, wrongAt: null },
    ]);
  });

  // Holds imports-56
  it('reads amounts without any sign by their words, and breaks the line of a word that says neither', async () => {
    const { opened, read, lines } = await readFixture('csv-words-alone.csv');
    expect((opened.reading as CsvReading).columns[0]).toBe('direction');
    expect(brief(lines[0])).toEqual([
      '2027-01-29 1489.20 HALCYON OCEAN LINE',
      '2027-01-28 612.40 DEPOSIT BRANCH 0212',
      '2027-01-27 -310.00 CHECK 1187',
      '2027-01-26 -500.00 ONLINE TRANSFER TO SAV',
    ]);
    expect(read.problems).toEqual([
      {
        line: 6,
        why: '“SWEEP” says neither money in nor money out.',
        source: expect.any(String) as string,
        wrong: 'direction',
      },
    ]);
  });

  it('breaks a line without a word, too', async () => {
    const { engine, opened } = await openContent(
      'Date,Text,Amount,Type\n2027-01-28,A,1.00,Debit\n2027-01-29,B,2.00,\n2027-01-30,C,0.00,\n',
    );
    const read = engine.read(opened.reading);
    expect(read.problems.map(({ line, why }) => [line, why])).toEqual([
      [3, 'Nothing says whether this is money in or money out.'],
    ]);
    expect(brief(engine.portion(0, 0, 9))).toEqual(['2027-01-28 -1.00 A']);
  });
});

// Holds imports-57
it.each<[string, string[], number]>([
  ['csv-pending.csv', ['2027-01-29 1274.25 SILK GATE JOURNEYS', '2027-01-28 -15.00 WIRE FEE'], 2],
  ['csv-german-pending.csv', ['2027-01-29 1234.56 PROVISION TR-30350'], 1],
])('leaves out what the bank has not booked yet, by its status: %s', async (name, booked, pending) => {
  const { read, lines } = await readFixture(name);
  expect(brief(lines[0])).toEqual(booked);
  expect(read.leftOut.filter((each) => each.pending)).toHaveLength(pending);
  expect(read.problems).toEqual([]);
});

it('names the first line whose balance does not follow', async () => {
  const { read } = await readFixture('csv-wrong-balances.csv');
  expect(read.statements[0]?.balances).toEqual([
    { opening: '1000.00', closing: '1395.00', addsUp: false, wrongAt: 4 },
  ]);
});

it('keeps an id only where it means one movement, and numbers true twins', async () => {
  const { lines } = await readFixture('csv-shared-ids.csv');
  expect(lines[0]?.map(({ bankId, twin }) => [bankId, twin])).toEqual([
    ['', 1],
    ['', 1],
    ['F9', 1],
    ['F9', 2],
    ['', 1],
    ['', 2],
  ]);
});

describe('what the file leaves open is asked', () => {
  it('which comes first, month or day', async () => {
    const { engine, opened, read } = await readFixture('csv-ambiguous-dates.csv');
    expect(opened.reading).toMatchObject({ dates: null });
    expect(read).toMatchObject({
      question: expect.stringContaining('the month or the day') as string,
      statements: [],
    });
    const days = (dates: 'mdy' | 'dmy') => {
      engine.read({ ...opened.reading!, dates });
      return engine.portion(0, 0, 9).map(({ bookedOn }) => bookedOn);
    };
    expect(days('mdy')).toEqual(['2027-02-03', '2027-03-04']);
    expect(days('dmy')).toEqual(['2027-03-02', '2027-04-03']);
  });

  it('what stands before the decimals', async () => {
    const { engine, opened, read } = await readFixture('csv-ambiguous-amounts.csv');
    expect(read.question).toContain('before the decimals');
    engine.read({ ...opened.reading!, decimal: '.' });
    expect(engine.portion(0, 0, 9).map(({ amount }) => amount)).toEqual(['1234.00', '2500.00']);
    const other = engine.read({ ...opened.reading!, decimal: ',' });
    expect(other.problems.map(({ why }) => why)).toEqual(['This amount has more than two decimals.']);
  });
});

describe('broken files', () => {
  it('loses the line in which a file ends, and says so', async () => {
    const { read, lines } = await readFixture('csv-cut-off.csv');
    expect(brief(lines[0])).toEqual(['2027-01-28 100.00 LUMEN SMALL GROUP']);
    expect(read.problems).toEqual([
      {
        line: 3,
        why: expect.stringContaining('ends in the middle') as string,
        source: '2027-01-29, TERRA AG',
      },
    ]);
  });

  it('refuses a quotation mark without an end', async () => {
    await expect(readFixture('csv-open-quote.csv')).rejects.toThrow(
      'A quotation mark in line 2 is not closed',
    );
  });

  it('takes no formulas', async () => {
    const { read, lines } = await readFixture('csv-formulas.csv', { decimal: '.' });
    expect(read.problems.map(({ line, why }) => [line, why])).toEqual([
      [2, 'This line holds a formula of a spreadsheet.'],
      [3, 'This line holds a formula of a spreadsheet.'],
      [4, 'This line holds a formula of a spreadsheet.'],
    ]);
    expect(brief(lines[0])).toEqual(['2027-01-29 200.00 00123', '2027-01-29 300.00 -MINUS IN FRONT']);
  });

  it('reads a file in the encoding that is chosen', async () => {
    const { engine, opened } = await openContent('Date,Description,Amount\n2027-01-28,Café,1.00\n');
    const reading = engine.reguess('windows-1252', ',', 1);
    engine.read(reading);
    expect(brief(engine.portion(0, 0, 9))).toEqual(['2027-01-28 1.00 CafÃ©']);
    engine.read(opened.reading);
    expect(brief(engine.portion(0, 0, 9))).toEqual(['2027-01-28 1.00 Café']);
  });
});

describe('a reading', () => {
  it('is remembered as it was saved, for the same columns', async () => {
    const { opened } = await readFixture('csv-credit-union.csv');
    const saved: unknown = JSON.parse(JSON.stringify(opened.reading));
    expect(savedReading(saved, 7)).toEqual(opened.reading);
    expect(savedReading(saved, 6)).toBeNull();
    expect(savedReading({ ...opened.reading, columns: ['date', 'wrong'] }, 2)).toBeNull();
    expect(savedReading({ ...opened.reading, dates: null }, 7)).toBeNull();
  });

  describe('that is remembered is taken while no line says otherwise', () => {
    const recall = async (rows: string, saved: Partial<CsvReading>) => {
      const { engine, opened } = await openContent(`Date;Text;Amount\n${rows}`);
      const guessed = opened.reading as CsvReading;
      const recalled = engine.recall({ ...guessed, dates: 'mdy', decimal: '.', ...saved }, guessed);
      if (!recalled) return null;
      const { dates, decimal } = recalled.reading;
      return { dates, decimal, whole: recalled.whole };
    };

    it('what could be read both ways is read as it was', async () => {
      expect(await recall('03/04/26;A;1,23\n', { dates: 'dmy', decimal: ',' })).toEqual({
        dates: 'dmy',
        decimal: ',',
        whole: true,
      });
    });

    it('a year of two digits never comes first in silence', async () => {
      expect(await recall('03/04/26;A;1.00\n', { dates: 'ymd' })).toEqual({
        dates: null,
        decimal: '.',
        whole: false,
      });
    });

    it('another order and another notation are guessed anew', async () => {
      expect(await recall('29.01.27;A;1.234,50\n28.01.27;B;2,00\n', {})).toEqual({
        dates: 'dmy',
        decimal: ',',
        whole: false,
      });
      expect(await recall('03/04/26;A;1,234\n', { decimal: ',' })).toMatchObject({ decimal: null });
    });

    it('not between other signs, and not for columns that hold something else', async () => {
      expect(await recall('03/04/26;A;1.00\n', { delimiter: ',' })).toBeNull();
      expect(await recall('03/04/26;A;1.00\n', { columns: ['text', 'date', 'amount'] })).toBeNull();
    });
  });

  it('what an agency took along is read with nothing to be said', async () => {
    const { engine, opened } = await openContent(
      'Date,Amount,Text,Counterparty,Reference\n"2026-05-10","-77.50","FJORDLINE, ""CRUISES"" COMM","Fjordline","R-1"\n',
    );
    expect(engine.read(opened.reading)).toMatchObject({ question: null, problems: [] });
    expect(engine.portion(0, 0, 10)).toMatchObject([
      {
        bookedOn: '2026-05-10',
        amount: '-77.50',
        text: 'FJORDLINE, "CRUISES" COMM',
        counterparty: 'Fjordline',
        reference: 'R-1',
      },
    ]);
  });

  it('gives each role to one column, but texts to several', () => {
    expect(assignRole(['date', 'text', 'amount'], 1, 'amount')).toEqual(['date', 'amount', '']);
    expect(assignRole(['date', 'text', ''], 2, 'text')).toEqual(['date', 'text', 'text']);
    expect(assignRole(['date', 'in', 'out'], 2, 'amount')).toEqual(['date', '', 'amount']);
    expect(assignRole(['date', 'amount', ''], 2, 'in')).toEqual(['date', '', 'in']);
  });
});
