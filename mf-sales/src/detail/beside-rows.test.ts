import { besideRows } from './beside-rows';

// Holds sales-43
it('adds up what one person has in one way, and keeps apart what is paid, taken off, or somebody else’s, also of their name', () => {
  const row = (name: string, amount: number, more: object = {}) => ({
    role: 'override' as const,
    userId: name,
    name,
    amount,
    paid: false,
    ...more,
  });
  const rows = besideRows([
    row('Grace Lindgren', 23.4),
    row('Nina Keller', 1),
    row('Grace Lindgren', 4.5),
    row('Grace Lindgren', 3, { paid: true }),
    row('Grace Lindgren', -2, { role: 'override_charge' }),
    row('Grace Lindgren', 35.11),
    row('Grace Lindgren', 8, { userId: 'another of that name' }),
    row('Grace Berg', 2, { userId: 'Nina Keller' }),
  ]);
  expect(rows.map(({ role, name, amount, paid }) => [role, name, amount, paid])).toEqual([
    ['override', 'Grace Lindgren', 63.01, false],
    ['override', 'Grace Berg', 3, false],
    ['override', 'Grace Lindgren', 3, true],
    ['override_charge', 'Grace Lindgren', -2, false],
    ['override', 'Grace Lindgren', 8, false],
  ]);
});
