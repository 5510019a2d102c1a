import { brief, fixtureBytes, openContent, readFixture } from './testing/open-fixture';

describe('OFX', () => {
  it('reads version 1 with its header, entities and empty tags, and leaves out what is pending', async () => {
    const { opened, read, lines } = await readFixture('ofx-sgml.ofx');
    expect(opened).toMatchObject({ format: 'ofx', reading: null });
    expect(lines[0]?.[0]).toEqual({
      line: 1,
      bookedOn: '2027-02-02',
      valueOn: null,
      amount: '1544.80',
      currency: 'USD',
      text: 'NORTHERN FJORD VOY AGCY COMM CR30121 & CR30122',
      counterparty: 'NORTHERN FJORD VOY',
      reference: '',
      bankId: '202702023120',
      kind: 'DIRECTDEP',
      twin: 1,
      cells: null,
    });
    expect(brief(lines[0]).slice(1)).toEqual([
      '2027-01-29 -310.00 CHECK 1187',
      '2027-01-28 818.75 Café Voyages TR30988 HUGHES',
    ]);
    expect(lines[0]?.[1]?.reference).toBe('1187');
    expect(read.statements[0]).toMatchObject({ account: '000004410', currency: 'USD' });
    expect(read.leftOut).toEqual([
      { line: 4, why: 'It is not booked yet.', source: expect.any(String) as string, pending: true },
    ]);
  });

  // Holds bank-35
  it('reads the accounts of a QFX file apart', async () => {
    const { opened, read, lines } = await readFixture('qfx-two-accounts.qfx');
    expect(opened.format).toBe('qfx');
    expect(read.statements.map(({ account, count }) => [account, count])).toEqual([
      ['000004410', 3],
      ['4111XXXXXXXX1111', 1],
    ]);
    expect(brief(lines[1])).toEqual(['2027-01-21 -42.00 OFFICE PAPER']);
  });

  it('reads version 2 in one line, decimals with a comma, other entities', async () => {
    const { lines } = await readFixture('ofx-xml.ofx');
    expect(brief(lines[0])).toEqual([
      '2027-01-29 1234.56 Croisières "du Nord" COMMISSION',
      '2027-01-28 -9.90 FRAIS',
    ]);
  });

  it('drops a FITID that two movements share, keeps one that a movement has twice, and names what it cannot read', async () => {
    const { read, lines } = await readFixture('ofx-shared-fitid.ofx');
    expect(lines[0]?.map(({ amount, bankId, twin }) => [amount, bankId, twin])).toEqual([
      ['100.00', '', 1],
      ['200.00', '', 1],
      ['-5.00', 'Y', 1],
      ['-5.00', 'Y', 2],
    ]);
    expect(read.problems.map(({ line, why }) => [line, why])).toEqual([
      [5, 'There is no February 30.'],
      [6, 'This corrects an earlier movement (V). Correct that one by hand.'],
    ]);
  });
});

describe('QIF', () => {
  it('reads movements of money of a named account, and no other lists', async () => {
    const { opened, read, lines } = await readFixture('qif-bank.qif');
    expect(opened).toMatchObject({ format: 'qif', reading: { dates: 'mdy', decimal: '.' } });
    expect(read.statements).toMatchObject([{ account: 'Harbour Operating', count: 2 }]);
    expect(lines[0]?.[0]).toMatchObject({
      line: 7,
      amount: '1544.80',
      bookedOn: '2027-01-29',
      counterparty: 'NORTHERN FJORD VOY',
      reference: '1187',
    });
    expect(brief(lines[0])[1]).toBe('2027-01-28 -1000.00 RENT');
  });

  // Holds bank-36
  it('reads European dates and amounts', async () => {
    const { lines } = await readFixture('qif-european.qif');
    expect(brief(lines[0])).toEqual(['2027-01-29 1230.45 Reederei Nord', '2027-01-28 -9.90 Gebühr']);
  });

  it('asks which comes first in its dates', async () => {
    expect((await readFixture('qif-ambiguous.qif')).read.question).toContain('the month or the day');
    const { lines } = await readFixture('qif-ambiguous.qif', { dates: 'dmy' });
    expect(brief(lines[0])).toEqual(['2027-03-02 100.00 LUMEN', '2027-04-03 200.00 TERRA']);
  });

  it('takes no amount from a movement in which the file ends', async () => {
    const { read, lines } = await readFixture('qif-cut-off.qif');
    expect(brief(lines[0])).toEqual(['2027-01-29 100.00 LUMEN']);
    expect(read.problems).toMatchObject([
      { line: 6, why: expect.stringContaining('ends in the middle') as string },
    ]);
  });
});

describe('MT940', () => {
  // Holds bank-37
  it('reads the numbered details of German banks', async () => {
    const { opened, read, lines } = await readFixture('mt940-german.sta');
    expect(opened.format).toBe('mt940');
    expect(lines[0]?.[0]).toMatchObject({
      line: 5,
      amount: '1234.56',
      text: 'Provision Buchung 30350',
      counterparty: 'Mueller Reisen GmbH',
      reference: 'TR-30350',
      bankId: 'POS 77',
      kind: 'GUTSCHR. UEBERWEISUNG',
    });
    expect(brief(lines[0])[1]).toBe('2027-01-29 -9.90 Kontofuehrung');
    expect(read.statements[0]).toMatchObject({
      account: '12030000/0000202051',
      currency: 'EUR',
      balances: [{ opening: '1000.00', closing: '2224.66', addsUp: true }],
    });
  });

  it('reads the envelope, days before the turn of the year, and reversals with their sign', async () => {
    const { read, lines } = await readFixture('mt940-swift.mt940');
    expect(lines[0]?.map(({ bookedOn, valueOn, amount }) => [bookedOn, valueOn, amount])).toEqual([
      ['2026-12-31', '2027-01-02', '50.25'],
      ['2027-01-02', '2027-01-02', '-20.00'],
      ['2027-01-02', '2027-01-02', '5.00'],
    ]);
    expect(lines[0]?.[0]).toMatchObject({
      reference: 'TR30988',
      text: 'Commission TR30988 Hughes',
      counterparty: 'Terra Travel',
      bankId: '26365000001',
    });
    expect(lines[0]?.[2]?.text).toBe(
      'Fee given back, in plain words that go over more than one line of 65 characters',
    );
    expect(read.statements[0]?.balances[0]?.addsUp).toBe(true);
  });

  it('joins statements of an account, says what is broken, and whether each adds up', async () => {
    const { read, lines } = await readFixture('mt940-plain.mt940');
    expect(brief(lines[0])).toEqual(['2027-01-02 2.50 GOOD ONE', '2027-01-03 1.00 NEXT DAY']);
    expect(read.problems.map(({ line, why }) => [line, why])).toEqual([
      [9, 'There is no February 30.'],
      [11, 'This amount has more than two decimals.'],
    ]);
    expect(read.statements[0]?.balances.map(({ addsUp }) => addsUp)).toEqual([true, false]);
  });
});

describe('CAMT.053', () => {
  it('reads names, remittance and ids, takes batches apart and leaves out what is pending', async () => {
    const { opened, read, lines } = await readFixture('camt-v8.xml');
    expect(opened.format).toBe('camt');
    expect(
      lines[0]?.map(({ amount, counterparty, text, reference, bankId }) => [
        amount,
        counterparty,
        text,
        reference,
        bankId,
      ]),
    ).toEqual([
      ['1234.56', 'Müller & Co Reisen', 'Provision Buchung 30350', 'TR-30350', '2027012900001'],
      ['150.00', 'Lumen', 'RF18539007547034', 'RF18539007547034', 'B77/1'],
      ['250.00', 'Terra', 'TR30988', '', 'B77/2'],
      ['-9.90', '', 'Entgelt', '', ''],
    ]);
    expect(lines[0]?.[0]).toMatchObject({ bookedOn: '2027-01-29', valueOn: '2027-02-01', kind: 'ESCT' });
    expect(lines[0]?.[1]?.bookedOn).toBe('2027-01-29');
    expect(read.leftOut).toHaveLength(1);
    expect(read.statements[0]).toMatchObject({
      account: 'DE02120300000000202051',
      institution: 'Kueste Bank',
      currency: 'EUR',
      balances: [{ opening: '1000.00', closing: '2624.66', addsUp: true }],
    });
  });

  it('reads an older version with a prefix', async () => {
    const { lines, read } = await readFixture('camt-prefixed-v2.xml');
    expect(lines[0]?.map(({ amount, counterparty }) => [amount, counterparty])).toEqual([
      ['1234.56', 'Müller & Co Reisen'],
      ['-9.90', ''],
    ]);
    expect(read.statements[0]?.balances[0]?.addsUp).toBe(true);
  });
});

describe('the balance that a file says', () => {
  const balanceIn = async (content: string, name: string) => {
    const { engine, opened } = await openContent(content, name);
    const { question, statements } = engine.read(opened.reading);
    expect(question).toBeNull();
    return statements[0]?.balance;
  };
  const fixture = (name: string) => fixtureBytes(name).toString('latin1');

  it.each([
    ['ofx-sgml.ofx', [{ amount: '41902.77', on: '2027-02-02' }]],
    // The card says none.
    ['qfx-two-accounts.qfx', [{ amount: '41902.77', on: '2027-02-02' }, null]],
    ['camt-v8.xml', [{ amount: '2624.66', on: '2027-01-29' }]],
    ['mt940-german.sta', [{ amount: '2224.66', on: '2027-01-29' }]],
    ['qif-bank.qif', [null]],
    ['csv-credit-union.csv', [{ amount: '39513.53', on: '2027-02-02' }]],
  ])('%s', async (name, balances) => {
    const { read } = await readFixture(name);
    expect(read.statements.map(({ balance }) => balance)).toEqual(balances);
  });

  // Holds bank-34
  it('is none where a file’s balances do not add up', async () => {
    const { read } = await readFixture('mt940-plain.mt940');
    expect(read.statements[0]?.balance).toBeNull();
    expect((await readFixture('csv-wrong-balances.csv')).read.statements[0]?.balance).toBeNull();
  });

  // Holds bank-32
  it('is the one of the last day of several statements, and of MT940 no page’s', async () => {
    const two = fixture('mt940-plain.mt940').replace('EUR99,00', 'EUR18,50');
    expect(await balanceIn(two, 'a.mt940')).toEqual({ amount: '18.50', on: '2027-01-03' });
    const turned = two
      .split(/(?=:20:)/)
      .slice(1)
      .reverse()
      .join('');
    expect(await balanceIn(turned, 'a.mt940')).toEqual({ amount: '18.50', on: '2027-01-03' });
    const pages = two.replace(':62F:C270103', ':62M:C270103');
    expect(await balanceIn(pages, 'a.mt940')).toEqual({ amount: '17.50', on: '2027-01-02' });
  });

  it('is signed, and none without a day or in another currency', async () => {
    const ofx = fixture('ofx-sgml.ofx');
    expect(await balanceIn(ofx.replace('41902.77', '-1846,30'), 'a.ofx')).toEqual({
      amount: '-1846.30',
      on: '2027-02-02',
    });
    expect(await balanceIn(ofx.replace('<DTASOF>20270202', '<DTASOF>00000000'), 'a.ofx')).toBeNull();
    const camt = fixtureBytes('camt-v8.xml').toString();
    const closing = camt.slice(0, camt.indexOf('<Ntry>')).lastIndexOf('Ccy="EUR"');
    const other = `${camt.slice(0, closing)}Ccy="USD"${camt.slice(closing + 9)}`;
    expect(other).not.toBe(camt);
    expect(await balanceIn(other, 'a.xml')).toBeNull();
  });

  // Holds bank-33
  it.each([
    ['oldest first', ['27,L,100.00,1100.00', '28,T,200.00,1300.00'], '1300.00 2027-01-28'],
    ['newest first', ['28,T,200.00,1300.00', '27,L,100.00,1100.00'], '1300.00 2027-01-28'],
    ['one day, newest first', ['28,B,-5.00,95.00', '28,A,100.00,100.00'], '95.00 2027-01-28'],
    ['one line', ['28,T,200.00,1300.00'], '1300.00 2027-01-28'],
    [
      'both ways by its amounts, one by its days',
      ['28,OUT,-50.00,0.00', '27,IN,50.00,50.00'],
      '0.00 2027-01-28',
    ],
    ['both ways', ['28,OUT,-50.00,0.00', '28,IN,50.00,50.00'], null],
    ['a newest line without a balance', ['28,NEW,5.00,', '27,L,100.00,1100.00'], null],
    ['a newest line that cannot be read', ['28,NEW,5.555,1105.00', '27,L,100.00,1100.00'], null],
    ['a newest line without a day', ['32,NEW,5.00,1105.00', '27,L,100.00,1100.00'], null],
    ['days that run against the balances', ['27,L,100.00,1300.00', '28,T,200.00,1200.00'], null],
  ])('of a CSV file: %s', async (_case, rows, said) => {
    const lines = rows.map((row) => `2027-01-${row}`);
    const balance = await balanceIn(['Date,Description,Amount,Balance', ...lines, ''].join('\n'), 'a.csv');
    expect(balance ? `${balance.amount} ${balance.on}` : balance).toBe(said);
  });
});
