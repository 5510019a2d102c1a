import {
  accountsAddress,
  broughtAccounts,
  claimAddress,
  failureOf,
  offeredAccounts,
  readAccess,
  withoutCredentials,
  wordsIn,
} from '../../functions/_shared/bank/simplefin-answers.ts';

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

/** Version 1 of the protocol, as its specification shows an account set. */
const VERSION_1 = {
  errors: ['You must reauthenticate.'],
  accounts: [
    {
      org: { domain: 'mybank.com', 'sfin-url': 'https://sfin.mybank.com' },
      id: '2930002',
      name: 'Savings',
      currency: 'USD',
      balance: '100.23',
      'available-balance': '75.23',
      'balance-date': 978366153,
      transactions: [
        {
          id: '12394832938403',
          posted: 793090572,
          amount: '-33293.43',
          description: "Uncle Frank's Bait Shop",
        },
      ],
    },
  ],
};

/** Version 2: connections beside the accounts, errors with codes. */
const VERSION_2 = {
  errlist: [
    { code: 'con.auth', msg: 'Authentication failed for My Bank - Jim', conn_id: 'CON-1' },
    { code: 'act.failed', msg: 'Failed to get all transactions. Try again later.', account_id: 'ACT-2' },
    { code: 'gen.', msg: 'The bridge is slow today.' },
  ],
  connections: [
    { conn_id: 'CON-1', name: 'My Bank - Jim', org_name: 'My Bank', org_url: 'https://mybank.com' },
    { conn_id: 'CON-2', org_url: 'https://www.otherbank.com/login' },
  ],
  accounts: [
    { id: 'ACT-1', conn_id: 'CON-1', name: 'Checking', currency: 'usd', balance: '-1.00' },
    { id: 'ACT-2', conn_id: 'CON-2', name: 'Visa', currency: 'USD', balance: '2.00' },
    { id: 'ACT-3', conn_id: 'CON-2', name: 'Miles', currency: 'https://www.example.com/flight-miles' },
  ],
};

describe('a setup token', () => {
  it('is the base64 of an address, also with the line breaks of a copy', () => {
    // That of the specification.
    const token = 'aHR0cHM6Ly9icmlkZ2Uuc2ltcGxlZmluLm9yZy9z\n aW1wbGVmaW4vY2xhaW0vZGVtbw==';
    expect(claimAddress(token)?.href).toBe('https://bridge.simplefin.org/simplefin/claim/demo');
  });

  it.each(['', 'hello', 'aGVsbG8gd29ybGQ=', 'https://bridge.test/claim/1', '%%%%%%%%', 'a'.repeat(5000)])(
    'is not %s',
    (text) => {
      expect(claimAddress(text)).toBeNull();
    },
  );
});

describe('an access address', () => {
  it('has its credentials in a header, decoded', () => {
    const access = readAccess('https://user%40x:p%C3%A4ss@bridge.test/simplefin\n');
    expect(access?.base.href).toBe('https://bridge.test/simplefin');
    expect(access?.authorization).toBe(`Basic ${Buffer.from('user@x:päss').toString('base64')}`);
  });

  it.each([
    '',
    'bridge',
    'https://bridge.test/',
    'https://user@bridge.test/',
    'https://user:%ff@bridge.test/',
    '<html></html>',
  ])('is not "%s"', (text) => {
    expect(readAccess(text)).toBeNull();
  });

  // Holds bank-97
  it('is asked for whole days of UTC, the end excluded', () => {
    const url = accountsAddress(new URL('https://bridge.test/simplefin/'), {
      since: '2026-01-01',
      until: '2026-01-31',
    });
    expect(url.pathname).toBe('/simplefin/accounts');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      version: '2',
      pending: '0',
      'start-date': String(Date.parse('2026-01-01T00:00:00Z') / 1000),
      'end-date': String(Date.parse('2026-02-01T00:00:00Z') / 1000),
    });
  });

  it('is asked for balances alone where nothing is to come', () => {
    const { searchParams } = accountsAddress(new URL('https://bridge.test/'), null);
    expect(searchParams.get('balances-only')).toBe('1');
  });
});

it.each([
  [200, null],
  [401, 'reauthenticate'],
  [402, 'payment_required'],
  [403, 'reauthenticate'],
  [404, 'not_found'],
  [429, 'too_many'],
  [418, 'wrong_answer'],
  [500, 'unreachable'],
  [503, 'unreachable'],
  [504, 'slow'],
])('takes status %i for %s', (status, code) => {
  expect(failureOf(status)).toBe(code);
});

describe('the accounts of an answer', () => {
  it('are those of version 1', () => {
    expect(offeredAccounts(VERSION_1)).toEqual([
      {
        provider_account_id: '2930002',
        name: 'Savings',
        institution: 'mybank.com',
        kind: 'savings',
        last_four: null,
        currency: 'USD',
        balance: '100.23',
        balance_on: '2001-01-01',
      },
    ]);
  });

  // Holds bank-99
  it('are those of version 2, with their connections, and without what is no money', () => {
    expect(
      offeredAccounts(VERSION_2)?.map(({ provider_account_id, institution, kind, currency }) => [
        provider_account_id,
        institution,
        kind,
        currency,
      ]),
    ).toEqual([
      ['ACT-1', 'My Bank', 'checking', 'USD'],
      ['ACT-2', 'otherbank.com', 'credit card', 'USD'],
    ]);
  });

  // Holds bank-98
  it.each([
    ['Business Checking (4410)', 'ACT-1', 'Business Checking', '4410'],
    ['Operating ••4410', 'ACT-1', 'Operating', '4410'],
    ['CHECKING ...4410', 'ACT-1', 'CHECKING', '4410'],
    ['Max xxxx4410', 'ACT-1', 'Max', '4410'],
    ['Savings ending in 4410', 'ACT-1', 'Savings', '4410'],
    ['Savings - 4410', 'ACT-1', 'Savings', '4410'],
    ['(4410)', 'ACT-1', '(4410)', '4410'],
    ['Savings', 'xxxx-****4410', 'Savings', '4410'],
    ['Savings', '2930002', 'Savings', null],
    ['Savings', 'ACT-4410', 'Savings', null],
    ['Fund 20264410', 'ACT-1', 'Fund 20264410', null],
  ])('have a number where they say so: %s, %s', (said, id, name, lastFour) => {
    const accounts = [{ id, name: said, currency: 'USD', balance: '1' }];
    expect(offeredAccounts({ accounts })?.[0]).toMatchObject({ name, last_four: lastFour });
  });

  it('carry no credentials, no control signs and no endless texts', () => {
    const accounts = [
      { id: 7, name: `A\u0000\u202E\nb https://me:secret@bank.test/${'x'.repeat(200)}`, currency: 'USD' },
    ];
    const [account] = offeredAccounts({ accounts }) ?? [];
    expect(account?.name).toMatch(/^A b https:\/\/…@bank\.test\/x+$/);
    expect(account?.name).toHaveLength(100);
    expect(account?.provider_account_id).toBe('7');
  });

  // Holds bank-102
  it.each([
    [{}],
    [{ accounts: {} }],
    [
      {
        accounts: [
          { id: '1', currency: 'USD' },
          { id: '1', currency: 'USD' },
        ],
      },
    ],
  ])('are no answer: %j', (answer) => {
    expect(offeredAccounts(answer)).toBeNull();
    expect(broughtAccounts(answer, ['1'])).toBeNull();
  });
});

describe('the lines of an answer', () => {
  const transactions = [
    { id: '-17', posted: noon('2026-02-03'), amount: '-12.50', description: ' WIRE\tFEE ', payee: 'Bank' },
    { id: 18, posted: noon('2026-02-03'), amount: 40, description: 'COMM', memo: 'BKG-26701' },
    { id: '19', posted: noon('2026-02-03'), amount: '1', description: 'COMM BKG', memo: 'BKG' },
    { id: '20', posted: noon('2026-02-03'), amount: '1', description: 'PENDING', pending: true },
    { id: '21', posted: 0, amount: '1', description: 'NOT YET' },
    { id: '22', posted: 'soon', amount: '1', description: 'NEVER' },
    { posted: noon('2026-02-04'), amount: 'twelve' },
    null,
    'line',
  ];
  const answer = {
    accounts: [
      { id: 'ACT-1', currency: 'usd', balance: '5', 'balance-date': noon('2026-02-05'), transactions },
    ],
  };

  // Holds bank-96
  it('are what is booked, each with the day of UTC', () => {
    const [account] = broughtAccounts(answer, ['ACT-1']) ?? [];
    expect(account).toMatchObject({ currency: 'USD', balance: '5', balance_on: '2026-02-05' });
    expect(account?.lines.map(({ id, booked_on, amount, text }) => [id, booked_on, amount, text])).toEqual([
      ['-17', '2026-02-03', '-12.50', 'WIRE FEE'],
      ['18', '2026-02-03', '40', 'COMM BKG-26701'],
      ['19', '2026-02-03', '1', 'COMM BKG'],
      // What it lacks is judged and counted in the database.
      ['', '2026-02-04', 'twelve', ''],
    ]);
    expect(account?.lines[0]?.counterparty).toBe('Bank');
  });

  it('have ids that can be kept, however long they are', () => {
    const long = [1, 2, 1].map((n) => ({ id: `${'x'.repeat(300)}${n}`, posted: 1, amount: '1' }));
    const accounts = [{ id: 'A', currency: 'USD', transactions: long }];
    const ids = broughtAccounts({ accounts }, ['A'])?.[0]?.lines.map(({ id }) => id) ?? [];
    expect(ids.map((id) => id.length <= 300)).toEqual([true, true, true]);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([false, true]);
  });

  it('are those of the accounts that were asked for', () => {
    expect(broughtAccounts(answer, ['ACT-2'])).toEqual([]);
    expect(broughtAccounts({ accounts: [{ id: 'ACT-1', currency: 'USD' }] }, ['ACT-1'])?.[0]?.lines).toEqual(
      [],
    );
  });
});

describe('the words of an answer', () => {
  it('are those of version 1', () => {
    expect(wordsIn(VERSION_1, ['2930002'])).toEqual(['You must reauthenticate.']);
  });

  // Holds bank-100
  it('are those of version 2 that concern the accounts', () => {
    expect(wordsIn(VERSION_2, ['ACT-1'])).toEqual([
      'Authentication failed for My Bank - Jim',
      'The bridge is slow today.',
    ]);
    expect(wordsIn(VERSION_2, null)).toHaveLength(3);
  });

  // Holds bank-101
  it('are cleaned and few', () => {
    const errors = [...Array.from({ length: 40 }, (_, n) => `Error\n${n}`), '', 7, null, 'Error 0'];
    expect(wordsIn({ errors, accounts: [] }, null)).toHaveLength(20);
    expect(wordsIn({ errors: 'all', errlist: 'none' }, null)).toEqual([]);
    expect(wordsIn({ errors: ['\u0007<b>Hi</b>\r\n'] }, null)).toEqual(['<b>Hi</b>']);
  });
});

test('an answer that says the credentials again says them no further', () => {
  const password = 'a-long-password';
  const { authorization } = readAccess(`https://user:${password}@bridge.test/simplefin`) ?? {};
  const words = { errors: [`Not ${password}`, `No ${authorization}`, 'Try again.'] };
  const text = withoutCredentials(JSON.stringify(words), authorization ?? '');
  expect(JSON.parse(text)).toEqual({ errors: ['Not …', 'No Basic …', 'Try again.'] });
});
