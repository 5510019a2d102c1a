import { nachaFile } from './nacha';
import { paymentFile } from './payment-file';
import { usPayment, usPayout } from './testing/factories';

const MADE = new Date('2027-02-05T02:20:00Z');
const recordsOf = (content: string) => content.split('\r\n').slice(0, -1);

/** Reads a file by the positions of the format's rules, and fails where one of its sums is not that of its entries. */
function read(content: string) {
  const records = recordsOf(content);
  expect(records.every((record) => /^[ -~]{94}$/.test(record))).toBe(true);
  expect(records.length % 10).toBe(0);
  const of = (type: string) => records.filter((record) => record.startsWith(type));
  const [header = '', batch = '', batchControl = '', control = ''] = [of('1'), of('5'), of('8'), of('9')].map(
    ([first]) => first,
  );
  const entries = of('6').map((record) => ({
    code: record.slice(1, 3),
    routing: record.slice(3, 12),
    account: record.slice(12, 29).trimEnd(),
    cents: Number(record.slice(29, 39)),
    id: record.slice(39, 54).trimEnd(),
    name: record.slice(54, 76).trimEnd(),
    addenda: record[78],
    trace: record.slice(79),
  }));
  const hash = String(entries.reduce((sum, { routing }) => sum + Number(routing.slice(0, 8)), 0)).slice(-10);
  const total = entries.reduce((sum, { cents }) => sum + cents, 0);
  expect(records.map((record) => record[0]).join('')).toMatch(/^156*89+$/);
  expect([header.slice(1, 3), header.slice(34, 40)]).toEqual(['01', '094101']);
  expect([batch.slice(1, 4), batch.slice(50, 53), batch[78]]).toEqual(['220', 'PPD', '1']);
  // The batch's control repeats service, company, bank and number of its header.
  expect([batchControl.slice(1, 4), batchControl.slice(44, 54), batchControl.slice(79)]).toEqual([
    batch.slice(1, 4),
    batch.slice(40, 50),
    batch.slice(79),
  ]);
  expect([batchControl.slice(4, 10), batchControl.slice(10, 20)].map(Number)).toEqual([
    entries.length,
    Number(hash),
  ]);
  expect([batchControl.slice(20, 32), batchControl.slice(32, 44)].map(Number)).toEqual([0, total]);
  expect(Number(control.slice(1, 7))).toBe(1);
  expect(Number(control.slice(7, 13))).toBe(records.length / 10);
  expect([control.slice(13, 21), control.slice(21, 31)].map(Number)).toEqual([entries.length, Number(hash)]);
  expect([control.slice(31, 43), control.slice(43, 55)].map(Number)).toEqual([0, total]);
  expect(entries.map(({ trace }) => trace)).toEqual(
    entries.map((_, n) => `${batch.slice(79, 87)}${String(n + 1).padStart(7, '0')}`),
  );
  return { header, batch, entries, total };
}

// Holds payouts-93
test('the file says who pays, when, and each payment to the cent', () => {
  const payments = [
    usPayment(1, 1441.88),
    usPayment(2, 0.01, {
      numbers: { routingNumber: '011401533', accountNumber: '00012345678901234', accountType: 'savings' },
    }),
  ];
  const { header, batch, entries, total } = read(nachaFile(usPayout(payments)).content);
  expect(header.slice(3, 13)).toBe(' 011000015');
  expect(header.slice(13, 23)).toBe('1123456789');
  expect(header.slice(23, 34)).toBe('2702042120A');
  expect(batch.slice(4, 20)).toBe('HARBOUR VALE TRA');
  expect(batch.slice(69, 75)).toBe('270205');
  expect(total).toBe(144_189);
  expect(entries).toMatchObject([
    { code: '22', routing: '021000021', account: '778899661', cents: 144_188, name: 'AGENT 1', addenda: '0' },
    { code: '32', routing: '011401533', account: '00012345678901234', cents: 1 },
  ]);
});

test.each([
  // A planned day that is over would be refused by the bank.
  ['2027-02-03', 1, '270204', 'A'],
  [null, 2, '270204', 'B'],
  ['2027-02-04', 26, '270204', 'Z'],
  ['2027-03-01', 27, '270301', '0'],
] as const)(
  'planned for %s, the file %i of its day pays on %s, and is %s',
  (plannedOn, number, paidOn, modifier) => {
    const { header, batch } = read(nachaFile(usPayout([usPayment(1, 10)], { plannedOn, number })).content);
    expect([batch.slice(69, 75), header[33]]).toEqual([paidOn, modifier]);
    expect(header.slice(23, 29) <= batch.slice(69, 75)).toBe(true);
  },
);

test.each([36, 37, 0, -1])('file %i of a day is refused where no modifier is left for it', (number) => {
  const make = () => read(nachaFile(usPayout([usPayment(1, 10)], { number })).content).header[33];
  if (number === 36) expect(make()).toBe('9');
  else expect(make).toThrow(`A bank takes 36 NACHA files of a day, and this is file ${number}.`);
});

test('an account number of more digits than the record has is left out, never cut', () => {
  const numbers = { routingNumber: '011401533', accountNumber: '12345678901234567890' };
  const { content, left } = nachaFile(usPayout([usPayment(1, 10), usPayment(2, 20, { numbers })]));
  expect(read(content).entries).toMatchObject([{ account: '778899661' }]);
  expect(left.at(-1)).toMatchObject({
    name: 'Agent 2',
    reason: 'The account number is longer than the file can say',
  });
});

test.each(['李小龍旅行社', '🛫🛫', '...'])('no file says that %s pays', (holderName) => {
  const { sender } = usPayout([]);
  const payout = usPayout([usPayment(1, 10)], { sender: { ...sender, holderName } });
  expect(() => nachaFile(payout)).toThrow('The name on the account that pays has no letters');
});

test.each([1, 5, 6, 7, 16, 60])('%d payments fill whole blocks of ten records', (count) => {
  const payments = Array.from({ length: count }, (_, n) => usPayment(n % 9, 100 + n / 100));
  expect(read(nachaFile(usPayout(payments)).content).entries).toHaveLength(count);
});

test('a hash of more than ten digits keeps the last ten', () => {
  const payments = Array.from({ length: 150 }, () =>
    usPayment(1, 1, {
      numbers: { routingNumber: '999999992', accountNumber: '12345', accountType: 'checking' },
    }),
  );
  const [, ...records] = recordsOf(nachaFile(usPayout(payments)).content);
  expect(records.find((record) => record.startsWith('8'))?.slice(10, 20)).toBe(
    String(150 * 99_999_999).slice(-10),
  );
});

test('no name breaks a record: accents go, what ends a line or a field becomes a space, long ones are cut', () => {
  const names = ['Zoë Łukasz-Ångström', 'Eve\r\n622021000021', `${'Very'.repeat(20)}`, 'Tab\there "quoted"'];
  const payments = names.map((holderName, n) => usPayment(n, 1, { holderName }));
  expect(read(nachaFile(usPayout(payments)).content).entries.map(({ name }) => name)).toEqual([
    'ZOE LUKASZ-ANGSTROM',
    'EVE 622021000021',
    'VERYVERYVERYVERYVERYVE',
    'TAB HERE QUOTED',
  ]);
});

// Holds payouts-95
test('who cannot be in the file is said, beside those without bank details', () => {
  const payments = [usPayment(1, 10), usPayment(2, 20, { holderName: '李小龍' }), usPayment(3, 100_000_000)];
  const { left, content, name } = paymentFile('nacha', usPayout(payments), MADE, '2027-02-04');
  expect(left.map(({ name: who, reason }) => [who, reason])).toEqual([
    ['Nina Keller', 'No bank details'],
    ['李小龍', 'The name on the account has no letters that the file can say'],
    ['Agent 3', 'More than the file can say'],
  ]);
  expect(read(content).entries).toHaveLength(1);
  expect(name).toBe('payout-2027-02-05.ach');
});
