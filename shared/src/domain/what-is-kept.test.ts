import { KEPT, keptOf, type Asked } from './what-is-kept';

// docs/product/platform.md, Reading offline
const ME = 'me';
const agent: Asked = { userId: ME, isAgent: true, arg: {} };
const admin = (arg: object = {}): Asked => ({ userId: ME, isAgent: false, arg });
const sale = (agentId = ME) => ({ id: 's', agentId, totalAmount: 5, notes: 'window seat' });
const list = (...rows: object[]) => ({
  rows,
  count: rows.length,
  byStatus: { total: { count: 1, amount: 5 } },
});

// Holds platform-45
it('keeps the fields that are named, and no field that came later, however deep it lies', () => {
  const answer = {
    ...sale(),
    iban: 'DE1',
    notes: { text: 'an object where a text is named' },
    customer: { id: 'c', firstName: 'Ottokar', passport: 'P1' },
    travelers: [{ customer: { id: 't', lastName: 'Lind', passport: 'P2' }, seat: 1 }],
    commission: [{ id: 'k', amount: 1, payment: { id: 'p', amount: 1, iban: 'DE1' } }],
  };
  expect(keptOf('getSale', answer, agent)).toEqual({
    id: 's',
    agentId: ME,
    totalAmount: 5,
    customer: { id: 'c', firstName: 'Ottokar' },
    travelers: [{ customer: { id: 't', lastName: 'Lind' } }],
    commission: [{ id: 'k', amount: 1, payment: { id: 'p', amount: 1 } }],
  });
});

it.each([
  'getPassportReveals',
  'listTeam',
  'getPayout',
  'getStatement',
  'getBankInbox',
  'toString',
  'getAnything',
])('keeps nothing of %s', (endpoint) => {
  expect(keptOf(endpoint, { id: 1 }, agent)).toBeUndefined();
});

it('names no passport, no account and no secret', () => {
  expect(JSON.stringify(KEPT)).not.toMatch(
    /passport|lastFour|account|iban|routing|holderName|token|password/i,
  );
});

// Holds platform-47
it('keeps of sales and commissions one’s own alone, with sums that are one’s own', () => {
  for (const endpoint of ['listSales', 'listCommissions']) {
    expect(keptOf(endpoint, list(sale()), agent)).toBeDefined();
    expect(keptOf(endpoint, list(sale(), sale('other')), agent)).toBeUndefined();
    // Of all agents: the page shows mine alone, the sums do not.
    expect(keptOf(endpoint, list(sale()), admin())).toBeUndefined();
    expect(keptOf(endpoint, list(sale()), admin({ agentId: ME }))).toBeDefined();
    expect(keptOf(endpoint, list({ agent: { id: 'other' } }), admin({ agentId: ME }))).toBeUndefined();
  }
  for (const endpoint of ['getSale', 'getCommission']) {
    expect(keptOf(endpoint, sale(), admin())).toBeDefined();
    expect(keptOf(endpoint, sale('other'), admin())).toBeUndefined();
  }
});

it.each(['listCustomers', 'getCustomerProfile', 'getDashboard'])(
  'keeps %s for agents alone: its figures are of everybody’s sales for others',
  (endpoint) => {
    expect(keptOf(endpoint, { rows: [] }, agent)).toBeDefined();
    expect(keptOf(endpoint, { rows: [] }, admin())).toBeUndefined();
  },
);

it('keeps no dashboard of which a part failed', () => {
  expect(keptOf('getDashboard', { departures: [], payable: { error: true } }, agent)).toBeUndefined();
});
